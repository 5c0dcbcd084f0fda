/** Requests that follow each other, with all the ways in which one may end. */
import { describe, expect, it, vi } from "vitest";
import { EngineError } from "../../contract/engine-error.ts";
import { deferred } from "../../util/deferred.ts";
import { sleep } from "../../util/sleep.ts";
import { hi, setUpEngine, skipTo, textOf } from "./testing/engine-setup.ts";
import { scriptedBackend } from "./testing/scripted-backend.ts";
import { scriptedRuntime } from "./testing/scripted-runtime.ts";

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

  it("gives up on a device that stalls, and reloads the model for the next request", async () => {
    vi.useFakeTimers();
    try {
      const { runtime, start, collect } = setUpEngine();
      runtime.tokens = ["a", new Promise<string>(() => {})];
      const iterator = start(hi);
      await skipTo(iterator, "text");
      const next = expect(iterator.next()).rejects.toMatchObject({
        code: "unavailable",
        message: "The abacus did not move for 1 s.",
      });
      await vi.advanceTimersByTimeAsync(1000);
      await next;
      runtime.tokens = ["b"];
      expect(textOf(await collect(hi))).toBe("b");
      expect(runtime.events).toEqual(["load a", "reply", "unload a", "load a", "reply", "free"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("gives the rest of a prefill as long as the whole of it, once some of it is reported", async () => {
    vi.useFakeTimers();
    try {
      const { runtime, start, collect } = setUpEngine();
      runtime.prefill = [0.5];
      runtime.tokens = [sleep(5000).then(() => "a")];
      const iterator = start(hi);
      await skipTo(iterator, "waiting");
      const text = skipTo(iterator, "text");
      await vi.advanceTimersByTimeAsync(5000);
      expect(await text).toEqual({ type: "text", text: "a" });
      await iterator.return?.();
      expect(textOf(await collect(hi))).toBe("a");
    } finally {
      vi.useRealTimers();
    }
  });

  it("reloads a model whose device was lost in the meantime", async () => {
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

describe("a choice between backends", () => {
  function setUpChoice() {
    const setup = setUpEngine();
    const { choice, runtime } = setup;
    const other = scriptedRuntime(runtime.events);
    const first = choice.backend;
    const second = scriptedBackend(other, { name: "other", version: "2" });
    runtime.tokens = ["x"];
    other.tokens = ["y"];
    return { ...setup, other, first, second };
  }

  it("is made for each request, and one model of one backend is in memory", async () => {
    const { choice, runtime, collect, second } = setUpChoice();
    expect(textOf(await collect(hi))).toBe("x");
    choice.backend = second;
    const parts = await collect(hi);
    expect(parts[0]).toMatchObject({ type: "admitted", engine: { name: "other", version: "2" } });
    expect(textOf(parts)).toBe("y");
    expect(runtime.events).toEqual(["load a", "reply", "free", "unload a", "load a", "reply", "free"]);
  });

  it("holds for the whole of a request", async () => {
    const { choice, start, second, collect } = setUpChoice();
    const iterator = start(hi);
    await iterator.next();
    choice.backend = second;
    expect(textOf(await collect(hi))).toBe("y");
    expect(await skipTo(iterator, "text")).toEqual({ type: "text", text: "x" });
    await iterator.return?.();
  });

  it("gives each backend a prompt of its own", async () => {
    const { choice, runtime, other, collect, first, second } = setUpChoice();
    const prepare: string[] = [];
    const counted = (backend: typeof first): typeof first => ({
      ...backend,
      prepare: (...args) => {
        prepare.push(backend.identity.name);
        return backend.prepare(...args);
      },
    });
    const backends = [counted(first), counted(second)];
    for (const backend of [...backends, ...backends]) {
      choice.backend = backend;
      await collect(hi);
    }
    expect(prepare).toEqual(["scripted", "other"]);
    expect([runtime.requests.length, other.requests.length]).toEqual([2, 2]);
  });

  it("leaves no backend's model in memory after an unload", async () => {
    const { engine, choice, runtime, collect, second } = setUpChoice();
    await collect(hi);
    const started = deferred();
    const finish = deferred();
    const prepare: typeof second.prepare = async (...args) => {
      started.resolve();
      await finish.promise;
      return second.prepare(...args);
    };
    choice.backend = { ...second, prepare };
    const loading = engine.load("a");
    await started.promise;
    const unloading = engine.unload("a");
    finish.resolve();
    await Promise.all([loading, unloading]);
    expect(runtime.events.filter((event) => event.startsWith("unload"))).toHaveLength(2);
  });

  it("can be waited for without holding up an unload", async () => {
    const { engine, choice } = setUpEngine();
    const { promise, reject } = deferred<never>();
    choice.backend = { ...choice.backend, checkDevice: () => promise };
    const loading = expect(engine.load("a")).rejects.toMatchObject({ code: "unavailable" });
    await engine.unload("a");
    reject(new EngineError("unavailable", "The abacus is away."));
    await loading;
  });
});
