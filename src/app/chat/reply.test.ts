import { describe, expect, it } from "vitest";
import type { ReplyEvent } from "../service/reply-event.ts";
import { reduceReply, settleReply, startReply } from "./reply.ts";

const events: readonly [number, ReplyEvent][] = [
  [1000, { type: "requested" }],
  [1400, { type: "text", text: "The capital" }],
  [1900, { type: "text", text: " is Paris." }],
  [1910, { type: "finish", reason: "complete" }],
  [1920, { type: "usage", completionTokens: 6 }],
];
const after = (count: number) =>
  events.slice(0, count).reduce((reply, [now, event]) => reduceReply(reply, event, now), startReply("r"));

describe("reduceReply", () => {
  it("joins the text and times it from the request, not from the loading before it", () => {
    expect(settleReply(after(5), { type: "complete" })).toEqual({
      id: "r",
      role: "assistant",
      text: "The capital is Paris.",
      outcome: { type: "complete" },
      timing: { firstTextMilliseconds: 400, decodeMilliseconds: 500, completionTokens: 6 },
    });
  });

  it("tells a reply that is being prepared, waited for, written and finished apart", () => {
    expect(after(0)).toMatchObject({ requestedAt: null, text: "", finish: null });
    expect(after(1)).toMatchObject({ requestedAt: 1000, text: "", finish: null });
    expect(after(3)).toMatchObject({ text: "The capital is Paris.", finish: null });
    expect(after(4).finish).toBe("complete");
  });

  it("keeps the text of a reply that did not reach its end, and no timing", () => {
    expect(settleReply(after(2), { type: "stopped" })).toMatchObject({ text: "The capital", timing: null });
  });
});
