/** Bodies of chat requests: valid, with mutated values, with mutated bytes, and huge. */
import fc from "fast-check";
import type { Json } from "./json.ts";
import { monster } from "./monsters.ts";
import { mutated } from "./mutate.ts";
import { text } from "./texts.ts";
import { validRequest } from "./valid-requests.ts";

export interface Body {
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();
// `JSON.stringify` escapes a lone surrogate, so parsing restores it.
const encode = (value: Json | string) =>
  encoder.encode(typeof value === "string" ? value : JSON.stringify(value));

const jsonType = fc.constantFrom("application/json", "application/json; charset=utf-8", "Application/JSON");
const anyType = fc.oneof(
  { weight: 9, arbitrary: jsonType },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "text/plain", "application/x-www-form-urlencoded", "json", ";"),
  },
);

function asBody(value: fc.Arbitrary<Json>): fc.Arbitrary<Body> {
  return fc.record({ contentType: jsonType, bytes: value.map(encode) });
}

/** JSON text with a part cut out or replaced, or with a number that JSON or a double cannot represent. */
function brokenText(valid: fc.Arbitrary<Json>): fc.Arbitrary<Body> {
  const junk = fc.oneof(
    fc.constant(new Uint8Array()),
    fc.uint8Array({ maxLength: 8 }),
    fc
      .constantFrom(
        "1e400",
        "-0",
        "01",
        "NaN",
        "'",
        '"',
        "\\u",
        "\\ud800",
        "]",
        "}",
        "{",
        "[",
        ",",
        ":",
        "/**/",
      )
      .map(encode),
    text.map(encode),
  );
  return fc
    .record({
      contentType: anyType,
      whole: valid.map(encode),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      removed: fc.nat({ max: 30 }),
      junk,
      cut: fc.boolean(),
    })
    .map(({ contentType, whole, from, removed, junk: inserted, cut }) => {
      const start = Math.floor(from * whole.length);
      const tail = cut ? new Uint8Array() : whole.subarray(start + removed);
      return { contentType, bytes: Uint8Array.from([...whole.subarray(0, start), ...inserted, ...tail]) };
    });
}

const noise: fc.Arbitrary<Body> = fc.record({
  contentType: anyType,
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from(bytes)),
    fc.json().map(encode),
    text.map(encode),
  ),
});

/** Bodies of every kind, for a service with a text model `models[0]` and an image model `models[1]`. */
export function hostileBody(models: readonly [string, string]): fc.Arbitrary<Body> {
  const valid = validRequest(models);
  return fc.oneof(
    { weight: 25, arbitrary: asBody(valid) },
    { weight: 45, arbitrary: asBody(mutated(valid)) },
    { weight: 20, arbitrary: brokenText(valid) },
    { weight: 6, arbitrary: noise },
    { weight: 4, arbitrary: fc.record({ contentType: jsonType, bytes: monster(models[0]).map(encode) }) },
  );
}
