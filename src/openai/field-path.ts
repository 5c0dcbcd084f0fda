import type * as z from "zod/mini";
import { ApiError, fieldError } from "./error.ts";

/** A field's path as OpenAI writes it: `messages[2].content[1].image_url.url`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

/**
 * Parses `input`, the field `at` of the request.
 * @throws {ApiError} 400 naming the first invalid field
 */
export function parseField<T>(schema: z.ZodMiniType<T>, input: unknown, at: readonly PropertyKey[] = []): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue === undefined) throw new ApiError(400, "The request is not valid.", { cause: result.error });
  throw fieldError(fieldPath([...at, ...issue.path]), issue.message);
}
