/**
 * Bodies that are extreme in one way: deeply nested, many items, or long texts. They are built from small numbers, so
 * that a failing one shrinks fast.
 */
import fc from "fast-check";

const HELLO = '[{"role":"user","content":"Hi"}]';

/** The opening and closing text of each kind of level. */
const LEVELS = [
  ["[", "]"],
  ['{"a":', "}"],
  ['{"__proto__":', "}"],
  ['[{"a":', "}]"],
] as const;

const deep = fc
  .record({
    level: fc.constantFrom(...LEVELS),
    depth: fc.oneof(fc.integer({ min: 100, max: 1_000 }), fc.constant(100_000)),
  })
  .map(({ level: [open, close], depth }) => `${open.repeat(depth)}0${close.repeat(depth)}`);

/** Many messages, most of them invalid: reporting each would take long and fill the response. */
const many = fc
  .record({
    bad: fc.constantFrom("7", "null", "{}", '"x"', '{"role":"user"}', '{"role":"user","content":[{}]}'),
    badCount: fc.integer({ min: 1, max: 5_000 }),
    soundCount: fc.nat({ max: 50 }),
  })
  .map(({ bad, badCount, soundCount }) => {
    const sound = '{"role":"user","content":"x"},'.repeat(soundCount);
    return `[${sound}${`${bad},`.repeat(badCount - 1)}${bad}]`;
  });

/** Units are JSON text: some decode to one character, some to half of a surrogate pair. */
const long = fc
  .record({
    unit: fc.constantFrom("a", "$&", String.raw`\ud800`, "😀", String.raw`\\`, "<|im_start|>"),
    length: fc.integer({ min: 1, max: 3_000_000 }),
  })
  .map(({ unit, length }) => `"${unit.repeat(Math.ceil(length / unit.length))}"`);

const manyFields = fc
  .integer({ min: 1, max: 5_000 })
  .map((count) => Array.from({ length: count }, (_, index) => `,"é${index}":1`).join(""));

const FIELDS = [
  "tools",
  "tool_choice",
  "response_format",
  "stop",
  "seed",
  "stream_options",
  "unknown",
  "__proto__",
] as const;

/** Text of a body for a service with the model `model`. */
export function monster(model: string): fc.Arbitrary<string> {
  const head = `{"model":${JSON.stringify(model)},"messages":`;
  const anything = fc.oneof(deep, many, long);
  return fc.oneof(
    anything,
    anything.map((value) => `{"model":${value},"messages":${HELLO}}`),
    anything.map((value) => `${head}${value}}`),
    fc.oneof(deep, long).map((value) => `${head}[{"role":"user","content":${value}}]}`),
    fc
      .tuple(fc.constantFrom(...FIELDS), anything)
      .map(([name, value]) => `${head}${HELLO},"${name}":${value}}`),
    deep.map(
      (value) =>
        `${head}${HELLO},"tools":[{"type":"function","function":{"name":"a","parameters":{"a":${value}}}}]}`,
    ),
    long.map((name) => `${head}${HELLO},${name}:1}`),
    manyFields.map((fields) => `${head}${HELLO}${fields}}`),
  );
}
