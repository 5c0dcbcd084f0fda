/** Small changes anywhere in a JSON value, like the mistakes of a hand-written request. */
import fc from "fast-check";
import type { Json } from "./json.ts";
import { text } from "./texts.ts";

type Change =
  | { readonly type: "replace"; readonly value: Json }
  | { readonly type: "remove" }
  /** Inserts `inserted` into a text; `at` is the position from 0 (start) to 1 (end). */
  | { readonly type: "edit"; readonly inserted: string; readonly at: number }
  | { readonly type: "add"; readonly key: string; readonly value: Json };

interface Mutation {
  /** Index of the changed part of the value; 0 is the whole value. */
  readonly part: number;
  readonly change: Change;
}

const odd: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, "", [], {}, [null], [[]]),
  fc.constantFrom("http://[", "data:,", "blob:https://example.org/1", "https://a@example.org/"),
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.json({ maxDepth: 3 }).map((value): Json => JSON.parse(value)),
);

/** Property names, including those that a careless merge would take for a prototype. */
const key = fc.oneof(fc.constantFrom("__proto__", "constructor", "prototype", "toString", "then", ""), text);

const mutation: fc.Arbitrary<Mutation> = fc.record({
  part: fc.nat({ max: 10_000 }),
  change: fc.oneof(
    fc.record({ type: fc.constant("replace" as const), value: odd }),
    fc.record({ type: fc.constant("remove" as const) }),
    fc.record({
      type: fc.constant("edit" as const),
      inserted: text,
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    fc.record({ type: fc.constant("add" as const), key, value: odd }),
  ),
});

/** `valid` with one to three changes. */
export function mutated(valid: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc
    .tuple(valid, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([value, mutations]) => mutations.reduce<Json>((result, next) => mutate(result, next), value));
}

function mutate(value: Json, { part, change }: Mutation): Json {
  return changePart(value, part % countParts(value), change) ?? null;
}

/** The value itself and everything in it. */
function countParts(value: Json): number {
  return childrenOf(value).reduce((sum, [, child]) => sum + countParts(child), 1);
}

/** `undefined` removes the part. */
function changePart(value: Json, part: number, change: Change): Json | undefined {
  if (part === 0) return applyTo(value, change);
  const entries: [string, Json][] = [];
  let before = 1;
  for (const [name, child] of childrenOf(value)) {
    const count = countParts(child);
    const isThere = part >= before && part < before + count;
    const changed = isThere ? changePart(child, part - before, change) : child;
    if (changed !== undefined) entries.push([name, changed]);
    before += count;
  }
  return rebuild(value, entries);
}

function applyTo(value: Json, change: Change): Json | undefined {
  switch (change.type) {
    case "replace":
      return change.value;
    case "remove":
      return undefined;
    case "edit": {
      if (typeof value !== "string") return change.inserted;
      const at = Math.floor(change.at * value.length);
      return value.slice(0, at) + change.inserted + value.slice(at);
    }
    case "add":
      return rebuild(value, [...childrenOf(value), [change.key, change.value]]);
  }
}

function childrenOf(value: Json): [string, Json][] {
  return value !== null && typeof value === "object" ? Object.entries(value) : [];
}

/** `Object.fromEntries` makes `__proto__` an own property; an assignment would set the prototype. */
function rebuild(like: Json, entries: readonly (readonly [string, Json])[]): Json {
  return Array.isArray(like) ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}
