/** A body may be large, or have many small values: the work on it is done in slices of bounded size. */
import { describe, expect, it } from "vitest";
import { JSON_BYTES_PER_SLICE, parseJsonBody } from "./json-body.ts";
import { MAX_ITEMS_PER_SLICE } from "./request-messages.ts";
import { parseChatRequest, type RequestRules } from "./request.ts";
import { runSliced } from "../util/sliced.ts";
import { runAtOnce, runCounted } from "./testing/run-at-once.ts";

const CONTEXT = 2_048;
const rules: RequestRules = {
  identity: "You are Insitu.",
  model: () => ({ input_modalities: ["text", "image"], context_length: CONTEXT }),
  images: { origin: "https://example.org", allowedHosts: [] },
};
const user = { role: "user", content: "Hello" };
const many = <T>(length: number, make: (index: number) => T) =>
  Array.from({ length }, (_, index) => make(index));
const parse = (messages: readonly unknown[]) => parseChatRequest({ model: "m", messages }, rules);

describe("a large body", () => {
  it("is parsed in slices, wherever their borders lie", () => {
    for (const shift of [0, 1, 2, 3]) {
      const value = {
        ["k".repeat(1 + shift)]: `\\"é😀`.repeat(JSON_BYTES_PER_SLICE / 4),
        list: [[1], { a: ["}"] }],
      };
      const bytes = new TextEncoder().encode(JSON.stringify(value));
      const { value: read, slices } = runCounted(parseJsonBody(bytes));
      expect(read).toEqual(value);
      expect(slices).toBeGreaterThanOrEqual(2 * Math.floor(bytes.length / JSON_BYTES_PER_SLICE));
    }
  });

  it("is refused for faults after the first slice too", () => {
    const deep = `{"a":"${"x".repeat(JSON_BYTES_PER_SLICE)}","b":${"[".repeat(200)}`;
    expect(() => runAtOnce(parseJsonBody(new TextEncoder().encode(deep)))).toThrow("nested deeper");
    const broken = new Uint8Array(2 * JSON_BYTES_PER_SLICE).fill(0x20).fill(0xff, JSON_BYTES_PER_SLICE + 1);
    expect(() => runAtOnce(parseJsonBody(broken))).toThrow("UTF-8");
  });
});

describe("many messages", () => {
  it.each([
    ["system messages", [...many(20_000, () => ({ role: "system", content: "a" })), user]],
    ["parts of a user's", [{ role: "user", content: many(20_000, () => ({ type: "text", text: "a" })) }]],
    [
      "parts of several",
      many(40, () => ({ role: "user", content: many(500, () => ({ type: "text", text: "a" })) })),
    ],
    [
      "parts of a system message",
      [{ role: "system", content: many(20_000, () => ({ type: "text", text: "a" })) }, user],
    ],
  ])("are parsed in slices: %s", (_, messages) => {
    const { value, slices } = runCounted(parse(messages));
    expect(slices).toBeGreaterThanOrEqual(Math.floor(20_000 / (2 * MAX_ITEMS_PER_SLICE)));
    const { system, turns } = value.conversation;
    const letters = JSON.stringify([system, ...turns.map(({ content }) => content)]).match(/a/g);
    expect(letters?.length).toBeGreaterThanOrEqual(20_000);
    // The conversation is copied to the engine worker and parsed again there, so it must have few parts.
    expect(
      turns.reduce((sum, { content }) => sum + (typeof content === "string" ? 1 : content.length), 0),
    ).toBeLessThanOrEqual(messages.length);
  });

  it("are refused with the name of the invalid part in a long message", () => {
    const content = many<unknown>(5_000, () => ({ type: "text", text: "a" })).with(4_321, {
      type: "text",
      text: 7,
    });
    expect(() => runAtOnce(parse([user, { role: "assistant", content }]))).toThrow(
      "'messages[1].content[4321].text' must be a string.",
    );
    expect(() => runAtOnce(parse([{ role: "robot", content }]))).toThrow("'messages[0].role' must be");
  });
});

describe("a prompt that cannot fit the context", () => {
  const overflow = expect.objectContaining({
    status: 400,
    code: "context_length_exceeded",
    param: "messages",
  });
  const thrownBy = (messages: readonly unknown[]): unknown => {
    try {
      return runAtOnce(parse(messages));
    } catch (error) {
      return error;
    }
  };

  it("is refused for its turns before the remaining ones are parsed", () => {
    let looks = 0;
    const spy = new Proxy({}, { get: () => ((looks += 1), undefined) });
    expect(thrownBy([...many(CONTEXT + 1, () => user), spy])).toEqual(overflow);
    expect(looks).toBe(0);
    expect(thrownBy(many(CONTEXT, () => user))).toHaveProperty("conversation");
  });

  it("is refused for its length before it is copied", () => {
    expect(thrownBy([{ role: "user", content: "a".repeat(CONTEXT * 1024) }])).toEqual(overflow);
    expect(thrownBy([{ role: "system", content: "a".repeat(CONTEXT * 1024) }, user])).toEqual(overflow);
    expect(thrownBy([{ role: "user", content: "a".repeat(CONTEXT * 1000) }])).toHaveProperty("conversation");
  });

  it("is refused for its images", () => {
    const image = { type: "image_url", image_url: { url: "https://example.org/a.png" } };
    expect(thrownBy([{ role: "user", content: many(17, () => image) }])).toMatchObject({
      status: 400,
      param: "messages[0].content[16].image_url.url",
    });
  });
});

describe("runSliced", () => {
  it("lets timers and messages run after each slice", async () => {
    const seen: string[] = [];
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => seen.push("message"));
    port1.start();
    const work = function* () {
      port2.postMessage(0);
      yield;
      // A message arrives on a queue of its own, a few slices later at most.
      for (let slice = 0; slice < 20 && seen.length === 0; slice += 1) yield;
      seen.push("work");
      return 7;
    };
    expect(await runSliced(work())).toBe(7);
    expect(seen).toEqual(["message", "work"]);
    port1.close();
  });

  it("rejects when its signal is aborted", async () => {
    const controller = new AbortController();
    const work = function* () {
      for (;;) {
        yield;
        controller.abort(new Error("enough"));
      }
    };
    await expect(runSliced(work(), controller.signal)).rejects.toThrow("enough");
  });
});
