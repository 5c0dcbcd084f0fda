/** Small changes deep in a JSON value: the faults that a hand-made request would have. */
import fc from "fast-check";
import type { Json } from "./json.ts";
import { text } from "./texts.ts";

type Change =
  | { readonly type: "replace"; readonly value: Json }
  | { readonly type: "remove" }
  | { readonly type: "add"; readonly key: string; readonly value: Json };

interface Mutation {
  /** Which child at each level, as far down as there are levels. */
  readonly path: readonly number[];
  readonly change: Change;
}

const odd: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, "", [], {}, [null], [[]]),
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }).map((value): Json => JSON.parse(JSON.stringify(value))),
);

/** Among others those that a careless merge would take for a prototype. */
const key = fc.oneof(fc.constantFrom("__proto__", "constructor", "prototype", "toString", "then", ""), text);

const mutation: fc.Arbitrary<Mutation> = fc.record({
  path: fc.array(fc.nat({ max: 12 }), { maxLength: 6 }),
  change: fc.oneof(
    fc.record({ type: fc.constant("replace" as const), value: odd }),
    fc.record({ type: fc.constant("remove" as const) }),
    fc.record({ type: fc.constant("add" as const), key, value: odd }),
  ),
});

/** `valid` with one to three changes. */
export function mutated(valid: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc
    .tuple(valid, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([value, mutations]) => mutations.reduce<Json>((result, next) => mutate(result, next), value));
}

function mutate(value: Json, { path, change }: Mutation): Json {
  const [step, ...further] = path;
  if (value === null || typeof value !== "object") return applyHere(value, change);
  const entries: [string, Json][] = Object.entries(value);
  const chosen = step === undefined ? undefined : entries[step % entries.length];
  if (chosen === undefined) return applyHere(value, change);
  const [chosenKey, child] = chosen;
  if (further.length === 0 && change.type === "remove") {
    return rebuild(
      value,
      entries.filter((entry) => entry !== chosen),
    );
  }
  const changed = mutate(child, { path: further, change });
  return rebuild(
    value,
    entries.map((entry) => (entry === chosen ? [chosenKey, changed] : entry)),
  );
}

function applyHere(value: Json, change: Change): Json {
  if (change.type === "replace") return change.value;
  if (change.type === "remove") return null;
  if (Array.isArray(value)) return [...value, change.value];
  if (value === null || typeof value !== "object") return { [change.key]: change.value };
  return rebuild(value, [...Object.entries(value), [change.key, change.value]]);
}

/** `Object.fromEntries` makes own properties of all names: with `__proto__`, an assignment does not. */
function rebuild(like: Json, entries: readonly (readonly [string, Json])[]): Json {
  return Array.isArray(like) ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}
