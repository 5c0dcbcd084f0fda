/**
 * Tells calls from text in a reply that is held to a grammar (`grammar/reply-grammar.ts`), which makes what
 * stands between a call's markers certain: `\n{"name": "…", "arguments": {…}}\n`.
 */
import { EngineError } from "../../contract/engine-error.ts";
import type { StreamPart } from "../../contract/stream-part.ts";

export type CallPart = Extract<StreamPart, { type: "tool-call" | "tool-arguments" }>;
export type ParsedPart = { readonly type: "text"; readonly text: string } | CallPart;

export interface CallSyntax {
  /** Where calls may begin: nowhere, only at the start of the reply, or after any text. */
  readonly calls: "never" | "at-start" | "anywhere";
  /** The markers of a call. */
  readonly open: string;
  readonly close: string;
}

export interface ToolCallParser {
  /** Take the next piece of the reply; what may turn out to be a marker is held back. */
  push(text: string): ParsedPart[];
  /** The reply has ended: the text that was held back. What belongs to a call that was cut off is dropped. */
  end(): ParsedPart[];
  /** How many calls have begun. */
  readonly calls: number;
  /** Whether a call came again, to the letter: it ends the reply, and what follows it is dropped. */
  readonly hasRepeated: boolean;
}

interface ReadCall {
  readonly name: string;
  readonly arguments: string;
}

const HEADER = /^\n\{"name": "([^"]*)", "arguments": /;
/** A name has at most 64 characters. */
const LONGEST_HEADER = 128;

export function createToolCallParser(
  { calls: where, open, close }: CallSyntax,
  makeId: () => string,
): ToolCallParser {
  /** `settled` text is text to the end of the reply. */
  let state: "start" | "text" | "settled" | "header" | "arguments" | "trailer" | "after" | "repeated";
  state = where === "never" ? "settled" : where === "at-start" ? "start" : "text";
  let held = "";
  let calls = 0;
  let scanner = createObjectScanner();
  let hasRepeated = false;
  const earlier: ReadCall[] = [];
  let name = "";
  let argumentsText = "";
  /** Of the call's arguments, what its parts hold; undefined while none of its parts was given. */
  let given: number | undefined;

  /**
   * The call's parts that can be given now. A small model goes on with calls that it made before, and a client
   * would run each of them. A stream cannot take a call back: so nothing of a call is given while an earlier
   * one of its name begins with the same arguments. That delays only calls of which a client has no use yet.
   */
  const callParts = (): ParsedPart[] => {
    const parts: ParsedPart[] = [];
    if (given === undefined) {
      const mayRepeat = earlier.some(
        (call) => call.name === name && call.arguments.startsWith(argumentsText),
      );
      if (mayRepeat) return [];
      parts.push({ type: "tool-call", index: calls++, id: makeId(), name });
      given = 0;
    }
    const text = argumentsText.slice(given);
    given = argumentsText.length;
    if (text !== "") parts.push({ type: "tool-arguments", index: calls - 1, text });
    return parts;
  };

  const take = (length: number): string => {
    const taken = held.slice(0, length);
    held = held.slice(length);
    return taken;
  };
  const asText = (length: number): ParsedPart[] => {
    const text = take(length);
    return text === "" ? [] : [{ type: "text", text }];
  };
  /** Drop `expected` and go on with `next`, once it is all there. */
  const expect = (expected: string, next: typeof state): boolean => {
    if (!held.startsWith(expected.slice(0, held.length))) throw malformed();
    if (held.length < expected.length) return false;
    take(expected.length);
    state = next;
    return true;
  };

  /** The parts that the next step gives, or undefined where it needs more text. */
  const step = (): ParsedPart[] | undefined => {
    if (held === "") return undefined;
    switch (state) {
      case "settled":
        return asText(held.length);
      case "start":
        if (held.startsWith(open)) state = "text";
        else if (open.startsWith(held)) return undefined;
        else state = "settled";
        return [];
      case "text": {
        const found = held.indexOf(open);
        if (found >= 0) {
          const parts = asText(found);
          take(open.length);
          state = "header";
          return parts;
        }
        const parts = asText(beginningOf(open, held));
        return parts.length > 0 ? parts : undefined;
      }
      case "header": {
        const match = HEADER.exec(held);
        if (match === null) {
          if (held.length > LONGEST_HEADER) throw malformed();
          return undefined;
        }
        const header = match[0];
        name = match[1] ?? "";
        take(header.length);
        scanner = createObjectScanner();
        argumentsText = "";
        given = undefined;
        state = "arguments";
        return callParts();
      }
      case "arguments": {
        argumentsText += take(scanner.scan(held));
        const parts = callParts();
        if (!scanner.isComplete()) return parts;
        // A whole object begins no other: what is still held back is one of the earlier calls.
        if (given === undefined) {
          state = "repeated";
          hasRepeated = true;
          return [];
        }
        earlier.push({ name, arguments: argumentsText });
        state = "trailer";
        return parts;
      }
      case "repeated":
        take(held.length);
        return [];
      case "trailer":
        return expect(`}\n${close}`, "after") ? [] : undefined;
      case "after":
        return expect(`\n${open}`, "header") ? [] : undefined;
    }
  };

  return {
    push(text) {
      held += text;
      const parts: ParsedPart[] = [];
      for (let next = step(); next !== undefined; next = step()) parts.push(...next);
      return parts;
    },
    end: () => (calls === 0 && (state === "start" || state === "text") ? asText(held.length) : []),
    get calls() {
      return calls;
    },
    get hasRepeated() {
      return hasRepeated;
    },
  };
}

/** Where the part of `marker` begins that `text` breaks off in; its length if there is none. */
function beginningOf(marker: string, text: string): number {
  for (let start = Math.max(0, text.length - marker.length + 1); start < text.length; start++) {
    if (marker.startsWith(text.slice(start))) return start;
  }
  return text.length;
}

/** Finds the end of a JSON object. */
function createObjectScanner() {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isComplete = false;
  return {
    isComplete: () => isComplete,
    /** @returns how much of `text` belongs to the object */
    scan(text: string): number {
      let length = 0;
      while (length < text.length && !isComplete) {
        const character = text[length++];
        if (isEscaped) isEscaped = false;
        else if (isInString) {
          if (character === "\\") isEscaped = true;
          else if (character === '"') isInString = false;
        } else if (character === '"') isInString = true;
        else if (character === "{") depth++;
        else if (character === "}") isComplete = --depth === 0;
      }
      return length;
    },
  };
}

function malformed(): EngineError {
  return new EngineError("failed", "The engine wrote a tool call that cannot be read.");
}
