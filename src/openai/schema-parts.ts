/** What the request's schemas are built from. Every message completes the sentence "'field' …". */
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

/** Any object, kept as it is: what it means is checked where it is compiled. */
export const jsonSchemaSchema = z.record(z.string(), z.unknown(), "must be a JSON Schema object");

/** The first fault of a schema that was tried by hand, found at `at` of the whole `input`. */
export function firstIssue(error: z.core.$ZodError, input: unknown, at: readonly PropertyKey[] = []) {
  const { message = "is not valid", path = [] } = error.issues[0] ?? {};
  return { code: "custom" as const, message, path: [...at, ...path], input };
}

export interface ListOptions {
  /** What the list must be, completing "'field' …". */
  readonly problem: string;
  readonly maxLength?: number;
}

/**
 * A list of at least one item. Unlike zod's own array it stops at the first bad item, so that a list of
 * a million bad ones costs no more than one.
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

/** Fields that are null or undefined, left out. */
type OmitNullish<T> = {
  [K in keyof T as null extends T[K] ? never : undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as null extends T[K] ? K : undefined extends T[K] ? K : never]?: NonNullable<T[K]> };

/** Null counts as absent, and absent fields are not there. */
export function omitNullish<T extends object>(fields: T): OmitNullish<T> {
  const present = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  // `Object.fromEntries` cannot say which keys remain; `Present` does.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(present) as OmitNullish<T>;
}
