/** From a body's bytes to a JSON object, with the work bounded before anything looks into it. */
import { ApiError } from "./error.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Deeper nesting than any sound request has, and shallow enough for every recursion after this one. */
export const DEEPEST_NESTING = 128;

/** @throws {ApiError} 400 where the bytes are not a JSON object in UTF-8, or it is nested too deep */
export function parseJsonBody(bytes: Uint8Array): JsonObject {
  const body = parse(bytes);
  if (!isJsonObject(body)) throw new ApiError(400, "The body must be a JSON object.");
  if (isDeeperThan(body, DEEPEST_NESTING)) {
    throw new ApiError(400, `The body must not be nested deeper than ${DEEPEST_NESTING} levels.`);
  }
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

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
