import { describe, expect, it } from "vitest";
import type { ReplyEvent } from "../service/reply-event.ts";
import { readReply, reduceReply, settleReply, startReply } from "./reply.ts";

const events: readonly [number, ReplyEvent][] = [
  [1000, { type: "requested" }],
  [1400, { type: "text", text: "The capital" }],
  [1900, { type: "text", text: " is Paris." }],
  [1910, { type: "finish", reason: "complete" }],
  [1920, { type: "usage", usage: { promptTokens: 9, cachedTokens: 4, completionTokens: 6 } }],
];
const after = (count: number) =>
  events.slice(0, count).reduce((reply, [now, event]) => reduceReply(reply, event, now), startReply("r"));

describe("reduceReply", () => {
  it("joins the text and measures times from the request, without the loading before it", () => {
    expect(settleReply(after(5), { type: "complete" })).toEqual({
      id: "r",
      role: "assistant",
      text: "The capital is Paris.",
      outcome: { type: "complete" },
      timing: {
        firstTextMilliseconds: 400,
        decodeMilliseconds: 500,
        promptTokens: 9,
        cachedTokens: 4,
        completionTokens: 6,
      },
    });
  });

  it("distinguishes a reply that waits for the model, for its first text, and one that is written", () => {
    expect(after(0)).toMatchObject({ requestedAt: null, text: "" });
    expect(after(1)).toMatchObject({ requestedAt: 1000, text: "" });
    expect(after(3)).toMatchObject({ requestedAt: 1000, text: "The capital is Paris." });
  });

  it("keeps the text of an incomplete reply, without a timing", () => {
    expect(settleReply(after(2), { type: "stopped" })).toMatchObject({ text: "The capital", timing: null });
  });
});

describe("readReply", () => {
  async function* source(...given: (ReplyEvent | Error)[]): AsyncGenerator<ReplyEvent> {
    for (const event of given) {
      if (event instanceof Error) throw event;
      yield event;
    }
  }
  const never = new AbortController().signal;
  const text: ReplyEvent = { type: "text", text: "Hi" };
  const finish: ReplyEvent = { type: "finish", reason: "length" };

  it("passes on every event and returns the finish reason as the outcome", async () => {
    const seen: ReplyEvent[] = [];
    const outcome = await readReply(source(text, finish), never, (event) => void seen.push(event));
    expect(seen).toEqual([text, finish]);
    expect(outcome).toEqual({ type: "length" });
  });

  it("reports a source that ends without a finish event as a failure", async () => {
    const outcome = await readReply(source(text), never, () => {});
    expect(outcome).toEqual({ type: "failed", message: "The reply broke off before its end." });
  });

  it("distinguishes a failure from a stop by the user", async () => {
    const error = new Error("The engine failed.");
    expect(await readReply(source(error), never, () => {})).toEqual({
      type: "failed",
      message: "The engine failed.",
    });
    expect(await readReply(source(error), AbortSignal.abort(), () => {})).toEqual({ type: "stopped" });
  });
});
