/** Building blocks of the request's schemas. Every message completes the sentence "'field' …". */
import * as z from "zod/mini";
import { toWellFormed } from "./well-formed.ts";

export const textSchema = z.pipe(z.string("must be a string"), z.transform(toWellFormed));

export const nonEmptyTextSchema = z.pipe(
  z.string("must be a non-empty string").check(z.minLength(1, "must be a non-empty string")),
  z.transform(toWellFormed),
);

/** OpenAI's rule for the names of functions and schemas. */
export const functionNameSchema = z
  .string("must be a string of 1 to 64 letters, digits, '_' and '-'")
  .check(z.regex(/^[a-zA-Z0-9_-]{1,64}$/, "must be 1 to 64 letters, digits, '_' and '-'"));

/** Any object, unchanged: the grammar compiler checks its meaning. */
export const jsonSchemaSchema = z.record(z.string(), z.unknown(), "must be a JSON Schema object");

/** The first issue of a nested `safeParse`, as an issue of the outer schema; `at` is the path of the nested value. */
export function firstIssue(error: z.core.$ZodError, input: unknown, at: readonly PropertyKey[] = []) {
  const { message = "is not valid", path = [] } = error.issues[0] ?? {};
  return { code: "custom" as const, message, path: [...at, ...path], input };
}

export interface ListOptions {
  /** The rule that the list must follow, completing "'field' …". */
  readonly problem: string;
  readonly maxLength?: number;
}

/**
 * A list of at least one item. Unlike zod's array it stops at the first invalid item, so that a million invalid items
 * cost no more than one.
 */
export function listOf<T>(item: z.ZodMiniType<T>, { problem, maxLength: longest = Infinity }: ListOptions) {
  return z.pipe(
    z.unknown(),
    z.transform((input, context): T[] => {
      if (!Array.isArray(input) || input.length === 0 || input.length > longest) {
        context.issues.push({ code: "custom", message: problem, input });
        return z.NEVER;
      }
      const items: T[] = [];
      for (const [index, value] of input.entries()) {
        const result = item.safeParse(value);
        if (!result.success) {
          context.issues.push(firstIssue(result.error, input, [index]));
          return z.NEVER;
        }
        items.push(result.data);
      }
      return items;
    }),
  );
}

/** `T` without the fields that may be null or undefined, which become optional. */
type OmitNullish<T> = {
  [K in keyof T as null extends T[K] ? never : undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as null extends T[K] ? K : undefined extends T[K] ? K : never]?: NonNullable<T[K]> };

/** Omits the fields that are null or undefined: in a request, null counts as absent. */
export function omitNullish<T extends object>(fields: T): OmitNullish<T> {
  const present = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  // `Object.fromEntries` cannot say which keys remain; `OmitNullish` does.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(present) as OmitNullish<T>;
}
