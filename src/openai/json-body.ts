/** From a body's bytes to a JSON object, with the work bounded before anything looks into it. */
import { ApiError } from "./error.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Deeper nesting than any sound request has, and shallow enough for every recursion after this one. */
export const DEEPEST_NESTING = 128;

/** @throws {ApiError} 400 where the bytes are not a JSON object in UTF-8, or it is nested too deep */
export function parseJsonBody(bytes: Uint8Array): JsonObject {
  if (isNestedDeeper(bytes, DEEPEST_NESTING)) {
    throw new ApiError(400, `The body must not be nested deeper than ${DEEPEST_NESTING} levels.`);
  }
  const body = parse(bytes);
  if (!isJsonObject(body)) throw new ApiError(400, "The body must be a JSON object.");
  return body;
}

/** Parser messages quote the body and differ between browsers, so none is passed on. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError(400, "The body could not be parsed: it must be JSON in UTF-8.");
  }
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Whether JSON text opens more than `levels` brackets inside each other. Counted before parsing, because
 * ten million brackets would cost a parser a gigabyte. All bytes of a character beyond ASCII are above it.
 */
function isNestedDeeper(bytes: Uint8Array, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}

/** The place of the quote that closes the string whose first quote is at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
