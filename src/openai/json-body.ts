/** Parses a body's bytes into a JSON object, and bounds the work that a hostile body can cause. */
import { ApiError } from "./error.ts";
import type { Sliced } from "../util/sliced.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** More than any sensible request needs, and few enough for every recursive function that follows. */
export const MAX_NESTING_DEPTH = 128;
/** More than any sensible request needs. Parsing them takes a tenth of a second. */
export const MAX_VALUES = 250_000;

/** Bytes per slice: a few milliseconds of work. */
export const JSON_BYTES_PER_SLICE = 2 ** 20;

/** @throws {ApiError} 400 if the bytes are not a JSON object in UTF-8, or are too deep or have too many values */
export function* parseJsonBody(bytes: Uint8Array): Sliced<JsonObject> {
  yield* checkStructure(bytes);
  const body = parse(yield* decode(bytes));
  if (!isJsonObject(body)) throw new ApiError(400, "The body must be a JSON object.");
  return body;
}

function* decode(bytes: Uint8Array): Sliced<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const pieces: string[] = [];
  try {
    for (let from = 0; from < bytes.length; from += JSON_BYTES_PER_SLICE) {
      if (from > 0) yield;
      pieces.push(decoder.decode(bytes.subarray(from, from + JSON_BYTES_PER_SLICE), { stream: true }));
    }
    pieces.push(decoder.decode());
  } catch {
    throw unreadable();
  }
  return pieces.join("");
}

/** Not in slices: a body within the limits takes at most a tenth of a second. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable();
  }
}

/** Without the parser's message, which quotes the body and differs between browsers. */
function unreadable(): ApiError {
  return new ApiError(400, "The body could not be parsed: it must be JSON in UTF-8.");
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Bounds the depth and the number of values of JSON text. They are counted before parsing, because a parser takes a
 * gigabyte for ten million brackets. No byte of a character beyond ASCII equals one of those counted.
 *
 * @throws {ApiError} 400
 */
function* checkStructure(bytes: Uint8Array): Sliced<void> {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let at = 0; at < bytes.length; yield) {
    // A backslash at a slice's end has moved `at` beyond it.
    const end = Math.min(bytes.length, at + JSON_BYTES_PER_SLICE);
    for (; at < end; at += 1) {
      const byte = bytes[at];
      if (inString) {
        if (byte === QUOTE) inString = false;
        else if (byte === BACKSLASH) at += 1;
      } else if (byte === QUOTE) inString = true;
      else if (byte === COMMA) values += 1;
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        depth += 1;
        values += 1;
        if (depth > MAX_NESTING_DEPTH) {
          throw new ApiError(400, `The body must not be nested deeper than ${MAX_NESTING_DEPTH} levels.`);
        }
      }
      if (values > MAX_VALUES)
        throw new ApiError(400, `The body must not have more than ${MAX_VALUES} values.`);
    }
    if (at >= bytes.length) return;
  }
}
