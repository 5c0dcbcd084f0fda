import { describe, expect, it } from "vitest";
import { TurnQueue } from "./queue.ts";

const endless = () => new AbortController().signal;
const never = endless();

describe("TurnQueue", () => {
  it("gives one turn at a time, in order of arrival for one owner", async () => {
    const queue = new TurnQueue(8);
    const order: number[] = [];
    const first = await queue.enter("a", never);
    const others = [1, 2, 3].map(async (number) => {
      const turn = await queue.enter("a", never);
      order.push(number);
      expect(queue.active).toBe(1);
      turn.release();
    });
    expect([queue.active, queue.waiting]).toEqual([1, 3]);
    first.release();
    await Promise.all(others);
    expect(order).toEqual([1, 2, 3]);
    expect([queue.active, queue.waiting]).toEqual([0, 0]);
  });

  it("serves an owner who has not had a turn before one who has", async () => {
    const queue = new TurnQueue(8);
    const order: string[] = [];
    const first = await queue.enter("busy", never);
    const others = ["busy", "busy", "quiet", "busy", "shy"].map(async (owner) => {
      const turn = await queue.enter(owner, never);
      order.push(owner);
      turn.release();
    });
    first.release();
    await Promise.all(others);
    expect(order).toEqual(["quiet", "shy", "busy", "busy", "busy"]);
  });

  it("refuses an owner at once who has three quarters of the places", async () => {
    const queue = new TurnQueue(8);
    await queue.enter("busy", never);
    for (let request = 0; request < 6; request += 1) void queue.enter("busy", endless());
    expect(() => queue.enter("busy", never)).toThrow(
      expect.objectContaining({
        code: "queue-full",
        message: expect.stringContaining("6 requests of this key"),
      }),
    );
    void queue.enter("other", never);
    void queue.enter("other", never);
    expect(queue.waiting).toBe(8);
  });

  it("keeps a place for an owner who has none, also when all are taken", async () => {
    const queue = new TurnQueue(8);
    await queue.enter("a", never);
    for (let request = 0; request < 6; request += 1) void queue.enter("a", endless());
    for (let request = 0; request < 2; request += 1) void queue.enter("b", endless());
    const full = { code: "queue-full", message: expect.stringContaining("8 requests wait") };
    expect(() => queue.enter("b", never)).toThrow(expect.objectContaining(full));
    void queue.enter("c", never);
    expect(() => queue.enter("c", never)).toThrow(expect.objectContaining({ code: "queue-full" }));
    expect(queue.waiting).toBe(9);
  });

  it("is bounded however many owners there are", async () => {
    const queue = new TurnQueue(8);
    await queue.enter("a", never);
    for (let owner = 0; owner < 16; owner += 1) void queue.enter(`owner ${owner}`, endless());
    expect(() => queue.enter("one more", never)).toThrow(
      expect.objectContaining({ code: "queue-full", message: expect.stringContaining("16 requests wait") }),
    );
    expect(queue.waiting).toBe(16);
  });

  it("lets go of a place whose owner gives up", async () => {
    const queue = new TurnQueue(1);
    const turn = await queue.enter("a", never);
    const leaving = new AbortController();
    const place = queue.enter("b", leaving.signal);
    leaving.abort();
    await expect(place).rejects.toMatchObject({ code: "cancelled" });
    expect(queue.waiting).toBe(0);
    turn.release();
    (await queue.enter("c", never)).release();
  });

  it("does not give a second turn for a second release", async () => {
    const queue = new TurnQueue(4);
    const first = await queue.enter("a", never);
    const second = queue.enter("b", never);
    const third = queue.enter("c", never);
    first.release();
    first.release();
    const turn = await second;
    expect([queue.active, queue.waiting]).toEqual([1, 1]);
    turn.release();
    (await third).release();
  });
});
