import { beforeEach, describe, expect, it } from "vitest";
import { EngineError } from "../contract/engine-error.ts";
import { errorOf } from "./testing/error-of.ts";
import { createTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

function asNavigation(request: Request): Request {
  // The constructor refuses this mode: only browsers make such requests.
  return Object.defineProperty(request, "mode", { value: "navigate" });
}

describe("every response", () => {
  it("has a request id of its own, and is not cached", async () => {
    const responses = [
      await service.get("/models"),
      await service.get("/nothing"),
      await service.chat({ stream: true }),
    ];
    const ids = responses.map(({ headers }) => headers.get("x-request-id"));
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{32}$/);
    expect(new Set(ids).size).toBe(3);
    for (const { headers } of responses) expect(headers.get("cache-control")).toBe("no-store");
  });

  it("is logged without its content", async () => {
    await (await service.chat()).text();
    await service.send("/nothing?secret=1", { headers: { authorization: "Bearer no" } });
    expect(await service.store.requestLog()).toMatchObject([
      { method: "POST", path: "/app/v1/chat/completions", status: 200, promptTokens: 7, completionTokens: 3 },
      { method: "GET", path: "/app/v1/nothing", status: 401, key: null, promptTokens: 0 },
    ]);
  });
});

describe("paths and methods", () => {
  it.each([
    "",
    "/",
    "/models/",
    "/chat/completions/",
    "/completions",
    "/chat",
    "/models/a/b",
    "/models/%zz",
    "//models",
    "/../../v1/models",
    "/MODELS",
  ])("answers %j with 404", async (path) => {
    expect(await errorOf(await service.get(path))).toMatchObject({
      status: 404,
      type: "invalid_request_error",
      code: null,
    });
  });

  it.each([
    ["GET", "/chat/completions", "POST"],
    ["OPTIONS", "/chat/completions", "POST"],
    ["HEAD", "/models", "GET"],
    ["POST", "/models", "GET"],
    ["DELETE", "/models/chat", "GET"],
  ])("answers %s %s with 405", async (method, path, allow) => {
    const response = await service.send(path, { method });
    expect(response.headers.get("allow")).toBe(allow);
    expect(await errorOf(response)).toMatchObject({ status: 405, code: null });
  });

  it("refuses a navigation before it checks the key", async () => {
    const request = asNavigation(new Request("https://example.org/app/v1/models"));
    expect(await errorOf(await service.server(request, service.engine))).toMatchObject({ status: 403 });
  });
});

describe("the order of checks", () => {
  it("is navigation, key, path and method, rate, body, model, fields, queue", async () => {
    service = await createTestService({ limits: { requests_per_minute: 1, body_bytes: 100 } });
    service.engine.fail(new EngineError("queue-full", "Full."));
    const large = JSON.stringify({ model: "gpt", temperature: 9, padding: "x".repeat(100) });
    const request = (fault: { key: boolean; path: boolean; body: string }) =>
      service.send(fault.path ? "/nothing" : "/chat/completions", {
        method: "POST",
        body: fault.body,
        headers: {
          "content-type": "application/json",
          ...(fault.key ? { authorization: "Bearer no" } : {}),
        },
      });
    const statusOf = async (response: Promise<Response>) => (await response).status;

    expect(await statusOf(request({ key: true, path: true, body: large }))).toBe(401);
    expect(await statusOf(request({ key: false, path: true, body: large }))).toBe(404);
    // The request before was counted although it was answered with 404.
    expect(await statusOf(request({ key: false, path: false, body: large }))).toBe(429);
    expect(await statusOf(service.send("/models", { method: "PUT" }))).toBe(405);
    service.clock.now += 60_000;
    expect(await statusOf(request({ key: false, path: false, body: large }))).toBe(413);
    service.clock.now += 60_000;
    const fields = await request({ key: false, path: false, body: '{"model":"gpt","temperature":9}' });
    expect(await errorOf(fields)).toMatchObject({ status: 400, param: "model" });
    service.clock.now += 60_000;
    const body = '{"model":"chat","messages":[{"role":"user","content":"x"}]}';
    expect(await statusOf(request({ key: false, path: false, body }))).toBe(429);
  });
});
