/** Requests that follow each other, with all the ways in which one may end. */
import { describe, expect, it, vi } from "vitest";
import { hi, setUpEngine, skipTo, textOf } from "./testing/engine-setup.ts";

describe("requests to one engine", () => {
  it("fails with `cancelled` as soon as the signal aborts, and serves the next request", async () => {
    const { runtime, start, collect } = setUpEngine();
    const controller = new AbortController();
    let finishToken: (text: string) => void = () => {};
    runtime.tokens = ["a", new Promise((resolve) => (finishToken = resolve)), "c"];
    const iterator = start(hi, "a", controller);
    await skipTo(iterator, "text");
    const next = iterator.next();
    controller.abort();
    await expect(next).rejects.toMatchObject({ code: "cancelled" });
    runtime.tokens = ["d"];
    const following = collect(hi);
    finishToken("b");
    expect(textOf(await following)).toBe("d");
    expect(runtime.events).toEqual(["load a", "reply", "free", "reply", "free"]);
  });

  it("interrupts the reply when the consumer returns", async () => {
    const { runtime, start, collect } = setUpEngine();
    runtime.tokens = ["a", "b", "c", "d"];
    const iterator = start(hi);
    await skipTo(iterator, "text");
    await iterator.return?.();
    expect(textOf(await collect(hi))).toBe("abcd");
    expect(runtime.events).toEqual(["load a", "reply", "free", "reply", "free"]);
  });

  it("serves one request after another", async () => {
    const { runtime, collect } = setUpEngine();
    runtime.tokens = ["a", "b"];
    const replies = await Promise.all([collect(hi), collect(hi), collect(hi)]);
    expect(replies.map(textOf)).toEqual(["ab", "ab", "ab"]);
    expect(runtime.events).toEqual(["load a", "reply", "free", "reply", "free", "reply", "free"]);
  });

  it("gives up on a GPU that stalls, and reloads the model for the next request", async () => {
    vi.useFakeTimers();
    try {
      const { runtime, start, collect } = setUpEngine();
      runtime.tokens = ["a", new Promise<string>(() => {})];
      const iterator = start(hi);
      await skipTo(iterator, "text");
      const next = expect(iterator.next()).rejects.toMatchObject({ code: "unavailable" });
      await vi.advanceTimersByTimeAsync(1000);
      await next;
      runtime.tokens = ["b"];
      expect(textOf(await collect(hi))).toBe("b");
      expect(runtime.events).toEqual(["load a", "reply", "unload a", "load a", "reply", "free"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("reloads a model whose GPU was lost in the meantime", async () => {
    const { runtime, collect } = setUpEngine();
    await collect(hi);
    runtime.alive = false;
    await collect(hi);
    expect(runtime.events.filter((event) => event === "load a")).toHaveLength(2);
  });

  it("unloads a model for another only after the request that it was loaded for", async () => {
    const { runtime, collect } = setUpEngine();
    runtime.tokens = ["x"];
    const replies = await Promise.all([collect(hi, "a"), collect(hi, "b")]);
    expect(replies.map(textOf)).toEqual(["x", "x"]);
    expect(runtime.events).toEqual(["load a", "reply", "free", "unload a", "load b", "reply", "free"]);
  });

  it("frees a model whose request is cancelled while it loads", async () => {
    const { runtime, start, collect } = setUpEngine();
    const iterator = start(hi, "a");
    await skipTo(iterator, "waiting");
    await iterator.return?.();
    runtime.tokens = ["x"];
    expect(textOf(await collect(hi, "b"))).toBe("x");
    expect(runtime.events).toEqual(["load a", "unload a", "load b", "reply", "free"]);
  });

  it("unloads a model only after its reply", async () => {
    const { engine, runtime, start } = setUpEngine();
    runtime.tokens = ["x", "y"];
    const iterator = start(hi);
    await skipTo(iterator, "text");
    const unloading = engine.unload("a");
    await skipTo(iterator, "finish");
    await iterator.next();
    await unloading;
    expect(runtime.events).toEqual(["load a", "reply", "free", "unload a"]);
  });

  it("refuses a request whose model is removed while it loads, and frees the model", async () => {
    const { engine, models, runtime, start } = setUpEngine();
    const iterator = start(hi);
    await skipTo(iterator, "waiting");
    models.splice(0, 1);
    const unloading = engine.unload("a");
    await expect(skipTo(iterator, "text")).rejects.toMatchObject({ code: "model-not-found" });
    await unloading;
    expect(runtime.events).toEqual(["load a", "unload a"]);
  });
});
