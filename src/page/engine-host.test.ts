import { describe, expect, it, vi } from "vitest";
import { deferred } from "../util/deferred.ts";
import { fakeTimers, passTime } from "../wire/testing/round-trip.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { createEngineHost } from "./engine-host.ts";
import { createTestHost, type TestEngineHost } from "./testing/test-host.ts";

/** An engine host whose workers are numbered, and what was asked of each start. */
function open(prepare: (host: TestEngineHost) => void = () => {}) {
  const started: TestEngineHost[] = [];
  const replaced: (string | undefined)[] = [];
  const engineHost = createEngineHost(async (instance) => {
    const host = createTestHost(`host-${started.length + 1}`);
    prepare(host);
    started.push(host);
    replaced.push(instance);
    return host;
  });
  return { engineHost, started, replaced };
}

/** Messages that a page sends on the port of a request, in order. */
function requestPort() {
  const { port1, port2 } = new MessageChannel();
  const received: unknown[] = [];
  port1.onmessage = ({ data }) => received.push(data);
  return { port: port2, received, close: () => port1.close() };
}

describe("the worker", () => {
  it("is started at the first use, once for all uses", async () => {
    const { engineHost, started } = open();
    expect(started).toHaveLength(0);
    const statuses = await Promise.all([engineHost.status(), engineHost.status()]);
    expect(statuses.map(({ instance }) => instance)).toEqual(["host-1", "host-1"]);
    expect(started).toHaveLength(1);
  });

  it("is started again after a crash", async () => {
    const { engineHost, started, replaced } = open();
    await engineHost.status();
    started[0]?.end();
    expect((await engineHost.status()).instance).toBe("host-2");
    expect(replaced).toEqual([undefined, undefined]);
  });

  it("is started again after a failed start", async () => {
    let isBroken = true;
    const engineHost = createEngineHost(async () => {
      if (isBroken) throw new Error("no worker");
      return createTestHost();
    });
    await expect(engineHost.status()).rejects.toThrow("no worker");
    isBroken = false;
    expect((await engineHost.status()).instance).toBe("host-1");
  });

  it("is retired and replaced once it was found to hang", async () => {
    const { engineHost, started, replaced } = open();
    await engineHost.status();
    engineHost.avoid(["host-1"]);
    expect((await engineHost.status()).instance).toBe("host-2");
    expect(started[0]?.ended.aborted).toBe(true);
    expect(replaced).toEqual([undefined, "host-1"]);
    // A service worker that was restarted knows of no hung instance.
    engineHost.avoid([]);
    expect((await engineHost.status()).instance).toBe("host-2");
  });
});

describe("a host whose page may be frozen", () => {
  it("is asked for a sign of life before each use, and replaced if it turns out to have ended", async () => {
    const { engineHost, started } = open();
    await engineHost.status();
    const answer = deferred<boolean>();
    const [first] = started;
    if (first !== undefined) first.isAlive = () => answer.promise;
    const { port, received, close } = requestPort();
    const served = engineHost.serve(port);
    await expect.poll(() => received).toEqual([{ v, type: "reaching" }]);
    first?.end();
    answer.resolve(false);
    await served;
    expect(first?.received).toEqual([]);
    await expect.poll(() => received.at(-1)).toEqual({ v, type: "passed", instance: "host-2" });
    close();
  });

  it("does not look hung to the service worker meanwhile", async () => {
    fakeTimers();
    const start = deferred<TestEngineHost>();
    const engineHost = createEngineHost(() => start.promise);
    const { port, received, close } = requestPort();
    const served = engineHost.serve(port);
    await passTime(20_000);
    expect(received.length).toBeGreaterThanOrEqual(8);
    start.resolve(createTestHost());
    await served;
    await passTime(10_000);
    expect(received.at(-1)).toMatchObject({ type: "passed" });
    vi.useRealTimers();
    close();
  });

  it("that has ended by the time it has started is not used again", async () => {
    const { engineHost, started } = open((host) => {
      if (started.length === 0) host.end();
    });
    expect((await engineHost.status()).instance).toBe("host-2");
  });
});

describe("a request port", () => {
  it("is passed on to the host", async () => {
    const { engineHost, started } = open();
    const { port, received, close } = requestPort();
    await engineHost.serve(port);
    expect(started[0]?.received).toEqual([{ v, type: "serve" }]);
    expect(started[0]?.ports).toEqual([port]);
    await expect
      .poll(() => received)
      .toEqual([
        { v, type: "reaching" },
        { v, type: "passed", instance: "host-1" },
      ]);
    close();
  });

  it("is told where no host can be started", async () => {
    const engineHost = createEngineHost(async () => Promise.reject(new Error("no worker")));
    const { port, received, close } = requestPort();
    await engineHost.serve(port);
    await expect.poll(() => received).toContainEqual({ v, type: "unreachable" });
    close();
  });
});

describe("a command", () => {
  it("resolves with the host's reply", async () => {
    const { engineHost } = open((host) => {
      host.answer = () => ({ v, type: "models", entries: [] });
    });
    expect(await engineHost.command({ v, type: "list-models" })).toMatchObject({ type: "models" });
  });

  it.each([
    ["paused", "paused"],
    ["failed", "model-failed"],
  ] as const)("that is %s rejects with the code %s", async (reason, code) => {
    const { engineHost } = open((host) => {
      host.answer = () => ({ v, type: "refused", reason, message: "no room" });
    });
    const install = engineHost.command({ v, type: "install", model: "a" });
    await expect(install).rejects.toMatchObject({ code, message: "no room" });
  });

  it("rejects if the host ends before it answers", async () => {
    const { engineHost, started } = open();
    const install = engineHost.command({ v, type: "install", model: "a" });
    await expect.poll(() => started[0]?.received).toHaveLength(1);
    started[0]?.end();
    await expect(install).rejects.toMatchObject({ code: "host-failed" });
  });
});

describe("a load", () => {
  it("resolves when the model is ready", async () => {
    const { engineHost, started } = open((host) => {
      host.answer = () => ({ v, type: "loaded" });
    });
    await engineHost.load("a");
    expect(started[0]?.received).toEqual([{ v, type: "load", model: "a" }]);
  });

  it("rejects with the host's message", async () => {
    const { engineHost } = open((host) => {
      host.answer = () => ({ v, type: "load-failed", message: "no GPU" });
    });
    await expect(engineHost.load("a")).rejects.toMatchObject({ code: "host-failed", message: "no GPU" });
  });
});
