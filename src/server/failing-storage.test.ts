import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { breakStorage, fillStorage } from "../store/testing/failing-storage.ts";
import { createTestService, type TestService } from "./testing/test-service.ts";

let warned: unknown[];

beforeEach(() => {
  warned = [];
  vi.spyOn(console, "warn").mockImplementation((...line) => void warned.push(line[0]));
});

afterEach(() => {
  vi.restoreAllMocks();
});

const remaining = ({ headers }: Response, of: "requests" | "tokens") =>
  Number(headers.get(`x-ratelimit-remaining-${of}`));

describe.each(["request", "commit"] as const)("storage that is full at the %s", (when) => {
  it("does not fail requests, and a header says what is not saved", async () => {
    const service = await createTestService();
    await service.get("/models");
    const makeRoom = fillStorage(when);
    const listed = await service.get("/models");
    expect(listed.status).toBe(200);
    expect(listed.headers.get("x-insitu-unsaved")).toBe("limits, usage, log");
    expect(remaining(listed, "requests")).toBe(118);
    const replies = await Promise.all([service.chat(), service.chat({ stream: true })]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await replies[0]?.json()).toMatchObject({ choices: [{ message: { content: "Hello there" } }] });
    expect(await replies[1]?.text()).toContain("data: [DONE]");
    expect(service.store.writeProblem()).toMatch(/storage (is full|cannot be written)/);
    expect(warned).toEqual([service.store.writeProblem()]);
    expect(service.problems).toEqual([]);
    makeRoom();
  });

  it("does not reset the limits of keys, which still apply", async () => {
    const service = await createTestService({ limits: { requests_per_minute: 5 } });
    await service.get("/models");
    const makeRoom = fillStorage(when);
    const responses = await Promise.all(Array.from({ length: 8 }, () => service.get("/models")));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(4);
    makeRoom();
    expect((await service.get("/models")).status).toBe(429);
    service.clock.now += 12_000;
    const served = await service.get("/models");
    expect(served.status).toBe(200);
    expect(served.headers.has("x-insitu-unsaved")).toBe(false);
    expect(service.store.writeProblem()).toBeNull();
    expect((await service.get("/models")).status).toBe(429);
  });

  it("debits tokens in memory, and saves the balance once there is room", async () => {
    const service = await createTestService({ limits: { tokens_per_minute: 15, refill: false } });
    const makeRoom = fillStorage(when);
    await (await service.chat()).text();
    expect(remaining(await service.get("/models"), "tokens")).toBe(5);
    await (await service.chat()).text();
    expect(await (await service.chat()).json()).toMatchObject({ error: { type: "tokens" } });
    makeRoom();
    expect((await service.chat()).status).toBe(429);
    service.store.close();
    expect((await service.chat()).status).toBe(429);
  });

  it("refuses an expired key although it cannot be deleted", async () => {
    const service = await createTestService();
    const { key } = await service.store.createKey({ name: "short", expiresIn: 1 });
    service.clock.now += 1_000;
    const makeRoom = fillStorage(when);
    const response = await service.send("/models", { headers: { authorization: `Bearer ${key}` } });
    expect(response.status).toBe(401);
    makeRoom();
  });
});

describe("storage that cannot be read", () => {
  const unavailable = async (service: TestService, response: Response) => {
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      error: {
        message: expect.stringContaining("no API key can be checked"),
        type: "server_error",
        param: null,
        code: "storage_unavailable",
      },
    });
    expect(response.headers.get("retry-after")).toBe("5");
    expect(service.engine.requests).toEqual([]);
  };

  it("answers 503 with the reason, since no key can be checked", async () => {
    const service = await createTestService();
    const mend = breakStorage();
    await unavailable(service, await service.chat());
    mend();
    expect((await service.chat()).status).toBe(200);
  });

  it("answers 503 if the database cannot be opened", async () => {
    const service = await createTestService();
    service.store.close();
    const working = globalThis.indexedDB;
    const open = () => {
      throw new DOMException("The quota is full.", "QuotaExceededError");
    };
    globalThis.indexedDB = Object.create(working, { open: { value: open } });
    await unavailable(service, await service.chat());
    globalThis.indexedDB = working;
    expect((await service.chat()).status).toBe(200);
  });
});
