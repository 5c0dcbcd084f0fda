/** The form of a case: the requests and the expected answers. The cases themselves are in `cases/`. */
import { expect } from "@playwright/test";
import type { Answer } from "./answer.ts";

/**
 * The key of a request: valid, missing, revoked, expired, limited to one request or one token per minute, or a
 * verbatim header.
 */
export type Key =
  | "valid"
  | "none"
  | "revoked"
  | "expired"
  | "one-request"
  | "one-token"
  | { readonly authorization: string };

export interface Sent {
  readonly method: string;
  /** Below the base URL, which ends in `/v1`. */
  readonly path: string;
  readonly key: Key;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, with its content type. */
  readonly json?: unknown;
  /** Sent verbatim; `[text, times]` repeats a text that is too large to write out. */
  readonly body?: string | readonly [text: string, times: number];
  /** Abort: before any answer, or after this many characters of the body. */
  readonly giveUpAfter?: number;
  /** Number of streams that are requested just before, and cancelled once the answer is there. */
  readonly crowd?: number;
  /** Sent by the browser as a navigation to the URL, or as a form's POST. */
  readonly navigate?: boolean;
}

export interface Expected {
  /** `undefined`: the client aborts before the headers. */
  readonly status: number | undefined;
  /** `null`: the header must be absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** Fields of the error; its type is `invalid_request_error` by default. */
  readonly error?: {
    readonly type?: string;
    readonly param: string | null;
    readonly code: string | null;
    readonly message?: RegExp;
  };
  /** A subset of the JSON body. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The reply, streamed or not. */
  readonly text?: string | RegExp;
  readonly finish?: "stop" | "length" | "tool_calls";
  /** Any other check: throws or returns false if the answer is wrong. */
  readonly check?: (answer: Answer, before: readonly Answer[]) => void | boolean;
}

export interface CaseStep {
  readonly send: Sent | ((before: readonly Answer[]) => Sent);
  readonly expect: Expected | ((before: readonly Answer[]) => Expected);
}

export type Client = "fetch" | "sdk";

export interface Case {
  readonly name: string;
  /** Sent one after the other; a later one may depend on earlier answers. */
  readonly steps: readonly CaseStep[];
  /** By default, every client that can send the requests. */
  readonly clients?: readonly Client[];
}

export interface CaseTheme {
  readonly name: string;
  readonly cases: readonly Case[];
}

export const MODEL = "fixture-chat";

/** Stop texts that end a reply at its first vowel, since a few tokens show that a field is accepted. */
export const SHORT = { stop: ["a", "e", "i", "o"] };

/** A request with defaults; a case sets only the fields that it tests. */
export function chat(fields: object = {}, options: Partial<Sent> = {}): Sent {
  const json = { model: MODEL, messages: user("Hi."), temperature: 0, ...fields };
  return { method: "POST", path: "/chat/completions", key: "valid", json, ...options };
}

export function get(path: string, options: Partial<Sent> = {}): Sent {
  return { method: "GET", path, key: "valid", ...options };
}

export function user(content: unknown): readonly object[] {
  return [{ role: "user", content }];
}

/** A case with a single request. */
export function one(
  name: string,
  send: Sent,
  expected: CaseStep["expect"],
  options: Pick<Case, "clients"> = {},
): Case {
  return { name, steps: [{ send, expect: expected }], ...options };
}

/** A 400 that names the invalid field. */
export function badField(param: string, message?: RegExp): Expected {
  return { status: 400, error: { param, code: null, ...(message && { message }) } };
}

/** Other client errors. */
export function refusal(status: number, code: string | null = null, param: string | null = null): Expected {
  return { status, error: { param, code } };
}

export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
export const anyNumber: unknown = expect.any(Number);
