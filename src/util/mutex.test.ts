import { describe, expect, it } from "vitest";
import { Mutex } from "./mutex.ts";

describe("Mutex", () => {
  it("has one holder at a time, in the order of the calls", async () => {
    const mutex = new Mutex();
    const events: string[] = [];
    const work = (name: string) => async () => {
      events.push(`${name} starts`);
      await Promise.resolve();
      events.push(`${name} ends`);
    };
    await Promise.all([mutex.runExclusive(work("a")), mutex.runExclusive(work("b"))]);
    expect(events).toEqual(["a starts", "a ends", "b starts", "b ends"]);
  });

  it("is released by work that fails", async () => {
    const mutex = new Mutex();
    await expect(mutex.runExclusive(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await mutex.runExclusive(() => Promise.resolve(1))).toBe(1);
  });

  it("is released once, however often its holder releases it", async () => {
    const mutex = new Mutex();
    const first = await mutex.acquire();
    first();
    await mutex.acquire();
    const third = mutex.acquire().then(() => "acquired");
    first();
    expect(await Promise.race([third, Promise.resolve("waiting")])).toBe("waiting");
  });
});
