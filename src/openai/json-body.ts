/** From a body's bytes to a JSON object, with the work bounded before anything looks into it. */
import { ApiError } from "./error.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Deeper nesting than any sound request has, and shallow enough for every recursion after this one. */
export const DEEPEST_NESTING = 128;
/** More values than any sound request has. Parsing them takes a tenth of a second, not the many of a hostile body. */
export const MOST_VALUES = 250_000;

/** @throws {ApiError} 400 where the bytes are not a JSON object in UTF-8, or it is too large in structure */
export function parseJsonBody(bytes: Uint8Array): JsonObject {
  checkStructure(bytes);
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

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Bounds the depth and the number of values of JSON text. They are counted before parsing, because a parser
 * takes a gigabyte for ten million brackets. The bytes of a character beyond ASCII are none of those sought.
 *
 * @throws {ApiError} 400
 */
function checkStructure(bytes: Uint8Array): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) values += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > DEEPEST_NESTING) {
        throw new ApiError(400, `The body must not be nested deeper than ${DEEPEST_NESTING} levels.`);
      }
    }
    if (values > MOST_VALUES)
      throw new ApiError(400, `The body must not have more than ${MOST_VALUES} values.`);
  }
}

/** The place of the quote that closes the string whose first quote is at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
