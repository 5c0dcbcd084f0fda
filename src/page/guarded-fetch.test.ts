import { describe, expect, test } from "vitest";
import { BASE_URL, JSON_TYPE, settled, SSE, TestPage } from "./testing/test-page.ts";

const MINUTE_MS = 60_000;

describe("a small body that is not read holds nothing", () => {
  test.for([
    ["an error", 400],
    ["a list of models", 200],
  ] as const)("%s", async ([, status]) => {
    const page = new TestPage();
    page.answer = async () => Response.json({ text: "whole" }, { status, headers: { "x-request-id": "1" } });
    const response = await page.fetch(`${BASE_URL}/models`);
    await settled();
    expect(page.locksHeld).toBe(0);
    expect(page.pingsIn(60)).toBe(0);
    expect([response.status, response.headers.get("x-request-id")]).toEqual([status, "1"]);
    expect(await response.json()).toEqual({ text: "whole" });
  });

  test("a reply without a body", async () => {
    const page = new TestPage();
    page.answer = async () => new Response(null, { status: 204 });
    await page.fetch(BASE_URL);
    expect(page.locksHeld).toBe(0);
    expect(page.timers.running).toBe(0);
  });
});

describe("a JSON body after white space", () => {
  test("holds off updates until it has arrived, read or not", async () => {
    const page = new TestPage();
    const { response, source } = await page.open(JSON_TYPE);
    source.write(" ");
    await settled();
    expect(page.locksHeld).toBe(1);
    expect(page.pingsIn(60)).toBe(6);
    source.write("{}");
    source.end();
    await settled();
    expect(page.locksHeld).toBe(0);
    expect(page.pingsIn(60)).toBe(0);
    expect(await response.json()).toEqual({});
  });

  test("can be cancelled", async () => {
    const page = new TestPage();
    const { response, source } = await page.open(JSON_TYPE);
    source.write(" ");
    await response.body?.cancel();
    expect(source.isCancelled).toBe(true);
    expect(page.locksHeld).toBe(0);
    expect(page.timers.running).toBe(0);
  });
});

describe("a stream", () => {
  test("holds off updates until it has been read", async () => {
    const page = new TestPage();
    const { response, source } = await page.open(SSE);
    source.write("data: 1\n\n");
    expect(page.pingsIn(60)).toBe(6);
    const text = response.text();
    await settled();
    expect(page.locksHeld).toBe(1);
    source.end();
    expect(await text).toBe("data: 1\n\n");
    expect(page.locksHeld).toBe(0);
    expect(page.timers.running).toBe(0);
  });

  test("that ended unread lets the worker sleep, and holds off updates for a minute after the last read", async () => {
    const page = new TestPage();
    const { response, source } = await page.open(SSE);
    for (const text of ["a", "b", "c"]) source.write(text);
    source.end();
    await settled();
    expect(page.pingsIn(50)).toBe(0);
    const reader = response.body?.getReader();
    await reader?.read();
    page.timers.advance(MINUTE_MS - 1);
    expect(page.locksHeld).toBe(1);
    page.timers.advance(1);
    expect(page.locksHeld).toBe(0);
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("b");
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("c");
    expect((await reader?.read())?.done).toBe(true);
  });

  test("that is cancelled releases everything at once, and cancels the source", async () => {
    const page = new TestPage();
    const { response, source } = await page.open(SSE);
    source.write("data: 1\n\n");
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(source.isCancelled).toBe(true);
    expect(page.locksHeld).toBe(0);
    expect(page.timers.running).toBe(0);
  });

  test.for(["cancelled", "aborted"] as const)(
    "that is %s after its end releases everything at once",
    async (way) => {
      const page = new TestPage();
      const abort = new AbortController();
      const { response, source } = await page.open(SSE, abort.signal);
      source.write("data: 1\n\n");
      source.end();
      await settled();
      expect(page.locksHeld).toBe(1);
      const reader = response.body?.getReader();
      if (way === "cancelled") await reader?.cancel();
      else abort.abort();
      expect(page.locksHeld).toBe(0);
      expect(page.timers.running).toBe(0);
      // Only a cancelled reader sees a clean end.
      if (way === "aborted") await expect(reader?.read()).rejects.toThrow("abort");
    },
  );

  test("that fails releases everything at once; earlier chunks are read before the error", async () => {
    const page = new TestPage();
    const { response, source } = await page.open(SSE);
    source.write("data: 1\n\n");
    await settled();
    source.fail(new Error("cut"));
    await settled();
    expect(page.locksHeld).toBe(0);
    expect(page.timers.running).toBe(0);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value).toHaveLength(9);
    await expect(reader?.read()).rejects.toThrow("cut");
  });

  test("that is aborted fails at once, in spite of buffered bytes", async () => {
    const page = new TestPage();
    const abort = new AbortController();
    page.answer = async ({ signal }) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(9));
          signal.addEventListener("abort", () => controller.error(signal.reason));
        },
      });
      return new Response(body, SSE);
    };
    const response = await page.fetch(BASE_URL, { signal: abort.signal });
    await settled();
    abort.abort();
    await settled();
    expect(page.locksHeld).toBe(0);
    await expect(response.body?.getReader().read()).rejects.toThrow("abort");
  });

  test("is read ahead up to a limit, and cancelled if the page stops reading", async () => {
    const page = new TestPage({ maxAheadBytes: 4 });
    const { response, source } = await page.open(SSE);
    for (let count = 0; count < 9; count += 1) source.write("ab");
    await settled();
    const reader = response.body?.getReader();
    await reader?.read();
    page.timers.advance(MINUTE_MS - 1);
    expect([page.locksHeld, source.isCancelled]).toEqual([1, false]);
    await reader?.read();
    await settled();
    page.timers.advance(MINUTE_MS - 1);
    expect([page.locksHeld, source.isCancelled]).toEqual([1, false]);
    page.timers.advance(1);
    expect([page.locksHeld, source.isCancelled]).toEqual([0, true]);
    // It ends with an error, so it cannot be taken for complete.
    await reader?.read();
    await reader?.read();
    await expect(reader?.read()).rejects.toThrow("not read");
    expect(page.timers.running).toBe(0);
  });
});

describe("nothing is sent", () => {
  test("to any other address", async () => {
    const page = new TestPage();
    for (const url of ["https://page.example/v1x", "https://api.example/v1/models"]) {
      await expect(page.fetch(url)).rejects.toMatchObject({ code: "outside-scope" });
    }
    expect(page.sent).toEqual([]);
    expect(page.locksHeld).toBe(0);
  });

  test("if the worker lost control during the wait for the lock", async () => {
    const page = new TestPage();
    page.beforeLock = async () => void (page.isControlled = false);
    await expect(page.fetch(BASE_URL)).rejects.toMatchObject({ code: "uncontrolled" });
    expect(page.sent).toEqual([]);
    expect(page.locksHeld).toBe(0);
    expect(page.timers.running).toBe(0);
  });
});

test("a request whose worker was stopped is sent again with the same id", async () => {
  const page = new TestPage();
  page.answer = async () => {
    if (page.sent.length < 3) throw new TypeError("Failed to fetch");
    return new Response("ok");
  };
  expect(await (await page.fetch(BASE_URL, { method: "POST", body: "{}" })).text()).toBe("ok");
  const ids = page.sent.map(({ headers }) => headers.get("x-insitu-request-id"));
  expect(new Set(ids).size).toBe(1);
  expect(ids).toHaveLength(3);
  expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
});
