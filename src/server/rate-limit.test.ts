import { describe, expect, it } from "vitest";
import { formatDuration } from "./rate-limit.ts";
import { openStore } from "../store/store.ts";
import { createTestService, type TestService } from "./testing/test-service.ts";

describe("formatDuration", () => {
  it.each([
    [0, "0s"],
    [0.2, "1ms"],
    [999, "999ms"],
    [1000, "1s"],
    [1001, "2s"],
    [60_000, "1m0s"],
    [360_000, "6m0s"],
    [3_661_000, "1h1m1s"],
    [Infinity, "24h0m0s"],
  ])("formats %d ms as %s", (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});

describe("rate limits", () => {
  const limitHeaders = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith("x-ratelimit-")));

  it("are in the headers of every authenticated response, errors included", async () => {
    const service = await createTestService();
    const seen = [await service.get("/models"), await service.get("/nothing"), await service.chat({ n: 2 })];
    expect(seen.map(limitHeaders).map((headers) => headers["x-ratelimit-remaining-requests"])).toEqual([
      "119",
      "118",
      "117",
    ]);
    expect(limitHeaders(await service.chat())).toEqual({
      "x-ratelimit-limit-requests": "120",
      "x-ratelimit-remaining-requests": "116",
      "x-ratelimit-reset-requests": "2s",
      "x-ratelimit-limit-tokens": "60000",
      "x-ratelimit-remaining-tokens": "60000",
      "x-ratelimit-reset-tokens": "0s",
    });
  });

  it("admit exactly as many parallel requests as the bucket holds, and more once it refills", async () => {
    const service = await createTestService({ limits: { requests_per_minute: 30 } });
    const responses = await Promise.all(Array.from({ length: 50 }, () => service.get("/models")));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(30);
    const refused = responses.find(({ status }) => status === 429);
    expect(await refused?.json()).toMatchObject({
      error: { type: "requests", code: "rate_limit_exceeded", param: null },
    });
    expect(refused?.headers.get("retry-after")).toBe("2");
    expect(refused?.headers.get("retry-after-ms")).toBe("2000");
    service.clock.now += 1_999;
    expect((await service.get("/models")).status).toBe(429);
    service.clock.now += 1;
    expect((await service.get("/models")).status).toBe(200);
  });

  it("do not refill if the deployment says so, in a workspace with its own limits too", async () => {
    const service = await createTestService({ limits: { requests_per_minute: 2, refill: false } });
    const workspace = await service.store.createWorkspace({ name: "small" });
    await service.store.setLimits(workspace.id, { requestsPerMinute: 1, tokensPerMinute: 10 });
    const { key } = await service.store.createKey({ name: "k", workspace: workspace.id });
    const headers = { authorization: `Bearer ${key}` };
    const statuses = async () => {
      const responses = [await service.get("/models"), await service.send("/models", { headers })];
      return responses.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200]);
    expect(await statuses()).toEqual([200, 429]);
    service.clock.now += 3_600_000;
    expect(await statuses()).toEqual([429, 429]);
    expect((await service.get("/models")).headers.get("retry-after")).toBe("86400");
  });

  it("debit the tokens that a reply used", async () => {
    const service = await createTestService({ limits: { tokens_per_minute: 6 } });
    await (await service.chat()).text();
    const refused = await service.chat();
    // 6 - (7 + 3) = -4: five tokens are missing, and the bucket gains one every 10 s.
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("50");
    expect(refused.headers.get("x-ratelimit-remaining-tokens")).toBe("0");
    expect(await refused.json()).toMatchObject({ error: { type: "tokens", code: "rate_limit_exceeded" } });
    expect((await service.get("/models")).status).toBe(200);
    service.clock.now += 50_000;
    expect((await service.chat()).status).toBe(200);
  });

  it("count a request once although the next service worker gets it again", async () => {
    const first = await createTestService();
    const store = await openStore("test", { now: () => first.clock.now });
    const next = await createTestService({ services: { store } });
    const headers = { authorization: `Bearer ${first.key}`, "x-insitu-request-id": "a".repeat(32) };
    const remaining = async (service: TestService) =>
      (await service.send("/models", { headers })).headers.get("x-ratelimit-remaining-requests");
    expect([await remaining(first), await remaining(next), await remaining(next)]).toEqual([
      "119",
      "119",
      "118",
    ]);
  });

  it("are those of the key's workspace if it has any", async () => {
    const service = await createTestService();
    const workspace = await service.store.createWorkspace({ name: "small" });
    await service.store.setLimits(workspace.id, { requestsPerMinute: 1, tokensPerMinute: 10 });
    const { key } = await service.store.createKey({ name: "k", workspace: workspace.id });
    const send = () => service.send("/models", { headers: { authorization: `Bearer ${key}` } });
    expect(limitHeaders(await send())).toMatchObject({
      "x-ratelimit-limit-requests": "1",
      "x-ratelimit-limit-tokens": "10",
    });
    expect((await send()).status).toBe(429);
    expect((await service.get("/models")).status).toBe(200);
  });
});
