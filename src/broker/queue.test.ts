import { describe, expect, it } from "vitest";
import { SlotQueue } from "./queue.ts";

const endless = () => new AbortController().signal;
const never = endless();

describe("SlotQueue", () => {
  it("grants one slot at a time, in order of arrival for one owner", async () => {
    const queue = new SlotQueue(8);
    const order: number[] = [];
    const first = await queue.acquire("a", never);
    const others = [1, 2, 3].map(async (number) => {
      const slot = await queue.acquire("a", never);
      order.push(number);
      expect(queue.active).toBe(1);
      slot.release();
    });
    expect([queue.active, queue.waiting]).toEqual([1, 3]);
    first.release();
    await Promise.all(others);
    expect(order).toEqual([1, 2, 3]);
    expect([queue.active, queue.waiting]).toEqual([0, 0]);
  });

  it("serves an owner who has not had a slot before one who has", async () => {
    const queue = new SlotQueue(8);
    const order: string[] = [];
    const first = await queue.acquire("busy", never);
    const others = ["busy", "busy", "quiet", "busy", "shy"].map(async (owner) => {
      const slot = await queue.acquire(owner, never);
      order.push(owner);
      slot.release();
    });
    first.release();
    await Promise.all(others);
    expect(order).toEqual(["quiet", "shy", "busy", "busy", "busy"]);
  });

  it("refuses an owner that fills three quarters of the queue, at once", async () => {
    const queue = new SlotQueue(8);
    await queue.acquire("busy", never);
    for (let request = 0; request < 6; request += 1) void queue.acquire("busy", endless());
    expect(() => queue.acquire("busy", never)).toThrow(
      expect.objectContaining({
        code: "queue-full",
        message: expect.stringContaining("already has 6 requests waiting"),
      }),
    );
    void queue.acquire("other", never);
    void queue.acquire("other", never);
    expect(queue.waiting).toBe(8);
  });

  it("admits an owner with no waiting request even when the queue is full", async () => {
    const queue = new SlotQueue(8);
    await queue.acquire("a", never);
    for (let request = 0; request < 6; request += 1) void queue.acquire("a", endless());
    for (let request = 0; request < 2; request += 1) void queue.acquire("b", endless());
    const full = { code: "queue-full", message: expect.stringContaining("8 requests are already waiting") };
    expect(() => queue.acquire("b", never)).toThrow(expect.objectContaining(full));
    void queue.acquire("c", never);
    expect(() => queue.acquire("c", never)).toThrow(expect.objectContaining({ code: "queue-full" }));
    expect(queue.waiting).toBe(9);
  });

  it("is bounded for any number of owners", async () => {
    const queue = new SlotQueue(8);
    await queue.acquire("a", never);
    for (let owner = 0; owner < 16; owner += 1) void queue.acquire(`owner ${owner}`, endless());
    expect(() => queue.acquire("one more", never)).toThrow(
      expect.objectContaining({
        code: "queue-full",
        message: expect.stringContaining("16 requests are already waiting"),
      }),
    );
    expect(queue.waiting).toBe(16);
  });

  it("drops a waiting request that is cancelled", async () => {
    const queue = new SlotQueue(1);
    const slot = await queue.acquire("a", never);
    const leaving = new AbortController();
    const place = queue.acquire("b", leaving.signal);
    leaving.abort();
    await expect(place).rejects.toMatchObject({ code: "cancelled" });
    expect(queue.waiting).toBe(0);
    slot.release();
    (await queue.acquire("c", never)).release();
  });

  it("does not grant a second slot for a second release", async () => {
    const queue = new SlotQueue(4);
    const first = await queue.acquire("a", never);
    const second = queue.acquire("b", never);
    const third = queue.acquire("c", never);
    first.release();
    first.release();
    const slot = await second;
    expect([queue.active, queue.waiting]).toEqual([1, 1]);
    slot.release();
    (await third).release();
  });
});
