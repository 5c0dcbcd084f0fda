/** The form of a case: what is sent, and what comes back. The cases themselves are in `cases/`. */
import { expect } from "@playwright/test";
import type { Answer } from "./answer.ts";

/**
 * Which key a request carries: a good one, none, one that was revoked or has expired, one with a limit of one
 * request or one token a minute, or a header as it is.
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
  /** Sent as it is; `[text, times]` for what is too large to be carried about. */
  readonly body?: string | readonly [text: string, times: number];
  /** Give up: before any answer, or once so many characters of the body have arrived. */
  readonly giveUpAfter?: number;
  /** So many streams are asked for just before, and left when the answer is there. */
  readonly crowd?: number;
  /** Opened by the browser as a page, or posted by a form. */
  readonly navigate?: boolean;
}

export interface Expected {
  /** `undefined` where the client gave up before it. */
  readonly status: number | undefined;
  /** A header that must not be there is null. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** What the error says; its type is `invalid_request_error` unless it is named. */
  readonly error?: {
    readonly type?: string;
    readonly param: string | null;
    readonly code: string | null;
    readonly message?: RegExp;
  };
  /** At least this is in the JSON body. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The reply, joined where it was streamed. */
  readonly text?: string | RegExp;
  readonly finish?: "stop" | "length" | "tool_calls";
  /** Whatever else must hold: throws, or returns false, where it does not. */
  readonly check?: (answer: Answer, before: readonly Answer[]) => void | boolean;
}

export interface Step {
  readonly send: Sent | ((before: readonly Answer[]) => Sent);
  readonly expect: Expected | ((before: readonly Answer[]) => Expected);
}

export type Client = "fetch" | "sdk";

export interface Case {
  readonly name: string;
  /** One after the other; a later one may be made from earlier answers. */
  readonly steps: readonly Step[];
  /** Without it, every client that can send the requests does. */
  readonly clients?: readonly Client[];
}

export interface Theme {
  readonly name: string;
  readonly cases: readonly Case[];
}

export const MODEL = "fixture-chat";

/** The shortest way to a reply; a request names only what is special about it. */
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

/** A case of one request. */
export function one(
  name: string,
  send: Sent,
  expected: Step["expect"],
  options: Pick<Case, "clients"> = {},
): Case {
  return { name, steps: [{ send, expect: expected }], ...options };
}

/** A 400 that names the field at fault. */
export function badField(param: string, message?: RegExp): Expected {
  return { status: 400, error: { param, code: null, ...(message && { message }) } };
}

/** Other errors of the client's. */
export function refusal(status: number, code: string | null = null, param: string | null = null): Expected {
  return { status, error: { param, code } };
}

export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
export const anyNumber: unknown = expect.any(Number);
