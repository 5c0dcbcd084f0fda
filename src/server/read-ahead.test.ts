import { expect, it, vi } from "vitest";
import { readAhead } from "./read-ahead.ts";

const counting = (made: number[], last = Infinity) =>
  (async function* () {
    for (let count = 1; count <= last; count += 1) {
      made.push(count);
      yield count;
    }
  })();

it("pulls all items at once, and yields them in order", async () => {
  const made: number[] = [];
  const items = readAhead(counting(made, 3));
  await vi.waitFor(() => expect(made).toEqual([1, 2, 3]));
  const given: number[] = [];
  for await (const item of items) given.push(item);
  expect(given).toEqual([1, 2, 3]);
});

it("buffers no more than its maximum", async () => {
  const made: number[] = [];
  const items = readAhead(counting(made), 2);
  await vi.waitFor(() => expect(made).toEqual([1, 2]));
  expect(await items.next()).toEqual({ done: false, value: 1 });
  await vi.waitFor(() => expect(made).toEqual([1, 2, 3]));
});

it("throws an error after the items before it", async () => {
  const items = readAhead(
    (async function* () {
      yield "one";
      throw new Error("Lost.");
    })(),
  );
  expect(await items.next()).toEqual({ done: false, value: "one" });
  await expect(items.next()).rejects.toThrow("Lost.");
});

it("ends the source when its reader stops", async () => {
  let ended = false;
  const items = readAhead(
    (async function* () {
      try {
        for (;;) yield "more";
      } finally {
        ended = true;
      }
    })(),
    1,
  );
  await items.next();
  await items.return();
  await vi.waitFor(() => expect(ended).toBe(true));
});
