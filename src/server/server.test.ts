import { beforeEach, describe, expect, it } from "vitest";
import { EngineError } from "../contract/engine-error.ts";
import { createTestService, type TestService } from "./testing/test-service.ts";
import { admitted } from "./testing/scripted-engine.ts";

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

async function errorOf(response: Response): Promise<{ readonly [field: string]: unknown }> {
  const body: { error: { [field: string]: unknown } } = await response.json();
  expect(Object.keys(body)).toEqual(["error"]);
  expect(Object.keys(body.error)).toEqual(["message", "type", "param", "code"]);
  expect(response.headers.get("content-type")).toBe("application/json");
  return { status: response.status, ...body.error };
}

function asNavigation(request: Request): Request {
  // The constructor refuses this mode: only browsers make such requests.
  return Object.defineProperty(request, "mode", { value: "navigate" });
}

describe("every response", () => {
  it("carries a request id of its own, once, and is not stored", async () => {
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

  it("is logged without content", async () => {
    await (await service.chat()).text();
    await service.send("/nothing?secret=1", { headers: { authorization: "Bearer no" } });
    expect(await service.store.requestLog()).toMatchObject([
      { method: "POST", path: "/app/v1/chat/completions", status: 200, promptTokens: 7, completionTokens: 3 },
      { method: "GET", path: "/app/v1/nothing", status: 401, key: null, promptTokens: 0 },
    ]);
  });
});

describe("authentication", () => {
  it.each([
    "",
    "Bearer",
    "Bearer ",
    "Basic abc",
    "Bearer sk-insitu-unknown",
    `Bearer sk-insitu-${"a".repeat(43)}`,
  ])("refuses %j", async (authorization) => {
    const response = await service.send("/models", { headers: { authorization } });
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(response.headers.has("x-ratelimit-limit-requests")).toBe(false);
    expect(await errorOf(response)).toMatchObject({
      status: 401,
      type: "invalid_request_error",
      code: "invalid_api_key",
      param: null,
    });
  });

  it("reads the scheme's name in any case", async () => {
    const response = await service.send("/models", { headers: { authorization: `bEARER  ${service.key}` } });
    expect(response.status).toBe(200);
  });

  it("refuses revoked and expired keys at once", async () => {
    const revoked = await service.store.createKey({ name: "revoked" });
    const expiring = await service.store.createKey({ name: "expiring", expiresIn: 60 });
    const statuses = () =>
      Promise.all(
        [revoked, expiring].map(async ({ key }) => {
          const { status } = await service.send("/models", { headers: { authorization: `Bearer ${key}` } });
          return status;
        }),
      );
    expect(await statuses()).toEqual([200, 200]);
    await service.store.revokeKey(revoked.id);
    service.clock.now += 60_000;
    expect(await statuses()).toEqual([401, 401]);
  });

  it("does not read the body of a request without a key", async () => {
    let pulled = false;
    const body = new ReadableStream({ pull: () => void (pulled = true) }, { highWaterMark: 0 });
    const init = { method: "POST", body, duplex: "half", headers: { authorization: "Bearer no" } };
    expect((await service.send("/chat/completions", init)).status).toBe(401);
    expect(pulled).toBe(false);
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
  ])("finds nothing at %j", async (path) => {
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
  ])("does not allow %s on %s", async (method, path, allow) => {
    const response = await service.send(path, { method });
    expect(response.headers.get("allow")).toBe(allow);
    expect(await errorOf(response)).toMatchObject({ status: 405, code: null });
  });

  it("refuses a navigation before it looks at the key", async () => {
    const request = asNavigation(new Request("https://example.org/app/v1/models"));
    expect(await errorOf(await service.server(request, service.engine))).toMatchObject({ status: 403 });
  });
});

describe("models", () => {
  it("lists what a request may name, with cost, abilities and state", async () => {
    const { object, data } = await (await service.get("/models")).json();
    expect(object).toBe("list");
    expect(data.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
      ["chat", "ready"],
      ["eyes", "installed"],
    ]);
    expect(data[0]).toEqual({
      id: "chat",
      object: "model",
      created: 1_700_000_000,
      owned_by: "tests",
      name: "Chat",
      description: "Talks.",
      context_length: 2048,
      architecture: { input_modalities: ["text"], output_modalities: ["text"] },
      pricing: { prompt: "0", completion: "0", request: "0", image: "0" },
      supported_parameters: expect.arrayContaining(["tools", "stop", "seed", "temperature"]),
      top_provider: { context_length: 2048, max_completion_tokens: 1024 },
      engines: ["web-llm"],
      download_bytes: 300,
      memory_bytes: 5000,
      license: "Apache-2.0",
      state: "ready",
    });
  });

  it("shows one, its id percent-encoded or not, and 404 for what is not listed", async () => {
    for (const path of ["/models/chat", "/models/%63hat"]) {
      expect(await (await service.get(path)).json()).toMatchObject({ id: "chat", object: "model" });
    }
    for (const path of ["/models/absent", "/models/__proto__"]) {
      expect(await errorOf(await service.get(path))).toMatchObject({ status: 404, code: "model_not_found" });
    }
  });
});

describe("bodies", () => {
  const post = (body: BodyInit, type = "application/json") =>
    service.send("/chat/completions", { method: "POST", body, headers: { "content-type": type } });

  it.each(["", "{", "[]", "null", '"x"'])("refuses %j", async (body) => {
    expect(await errorOf(await post(body))).toMatchObject({
      status: 400,
      type: "invalid_request_error",
      code: null,
    });
  });

  it("refuses another content type, or none", async () => {
    expect(await errorOf(await post("{}", "text/plain"))).toMatchObject({ status: 400 });
    const headers = { authorization: `Bearer ${service.key}` };
    const body = new Uint8Array(new TextEncoder().encode("{}"));
    expect(
      await errorOf(await service.send("/chat/completions", { method: "POST", body, headers })),
    ).toMatchObject({
      status: 400,
      message: expect.stringContaining("content-type"),
    });
    expect(
      (await service.chat({}, { headers: { "content-type": "Application/JSON; charset=utf-8" } })).status,
    ).toBe(200);
  });

  it("refuses more than the limit, announced or not, and reads no further", async () => {
    service = await createTestService({ limits: { body_bytes: 1000 } });
    expect(await errorOf(await post("x".repeat(1001)))).toMatchObject({ status: 413, code: null });
    let pieces = 0;
    const endless = new ReadableStream(
      { pull: (c) => (pieces++, c.enqueue(new Uint8Array(300))) },
      { highWaterMark: 0 },
    );
    const init = {
      method: "POST",
      body: endless,
      duplex: "half",
      headers: { "content-type": "application/json" },
    };
    expect((await service.send("/chat/completions", init)).status).toBe(413);
    expect(pieces).toBe(4);
  });

  it("reads bodies where `Request.body` is missing, as in Firefox", async () => {
    const request = (text: string) =>
      Object.defineProperty(
        new Request("https://example.org/app/v1/chat/completions", {
          method: "POST",
          body: text,
          headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
        }),
        "body",
        { value: undefined },
      );
    const good = JSON.stringify({ model: "chat", messages: [{ role: "user", content: "Hi" }] });
    expect((await service.server(request(good), service.engine)).status).toBe(200);
    service = await createTestService({ limits: { body_bytes: 10 } });
    expect((await service.server(request(good), service.engine)).status).toBe(413);
  });

  it("refuses an upload that breaks off", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
    const init = { method: "POST", body, duplex: "half", headers: { "content-type": "application/json" } };
    expect(await errorOf(await service.send("/chat/completions", init))).toMatchObject({ status: 400 });
  });

  it("passes a field's fault on, with the field's name", async () => {
    expect(await errorOf(await service.chat({ temperature: 3 }))).toMatchObject({
      status: 400,
      param: "temperature",
    });
    expect(await errorOf(await service.chat({ model: "absent" }))).toMatchObject({
      status: 400,
      param: "model",
      code: "model_not_found",
    });
    expect(service.engine.requests).toEqual([]);
  });
});

describe("engine errors before the headers", () => {
  it.each([
    ["invalid", 400, "invalid_request_error", null, {}],
    ["model-not-found", 400, "invalid_request_error", "model_not_found", {}],
    ["context-overflow", 400, "invalid_request_error", "context_length_exceeded", {}],
    ["queue-full", 429, "requests", "queue_full", { "retry-after": "5", "retry-after-ms": "5000" }],
    ["failed", 500, "server_error", null, {}],
    ["unsupported", 503, "server_error", "engine_unavailable", { "x-should-retry": "false" }],
    ["unavailable", 503, "server_error", "engine_unavailable", { "retry-after": "5" }],
  ] as const)("maps %s to %i, streamed or not", async (code, status, type, errorCode, headers) => {
    service.engine.fail(new EngineError(code, "Because."));
    for (const stream of [false, true]) {
      const response = await service.chat({ stream });
      for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value);
      expect(response.headers.has("retry-after")).toBe("retry-after" in headers);
      expect(await errorOf(response)).toMatchObject({ status, type, code: errorCode, message: "Because." });
    }
    expect(service.engine.open).toBe(0);
  });

  it("names the field that the engine names", async () => {
    service.engine.fail(new EngineError("invalid", "No.", "tools[0].function.parameters"));
    expect(await errorOf(await service.chat())).toMatchObject({ param: "tools[0].function.parameters" });
  });

  it("keeps what was not meant for a client to itself", async () => {
    service.engine.fail(new Error("secret at /home/me"), admitted);
    const response = await service.chat();
    expect(await errorOf(response)).toMatchObject({
      status: 500,
      message: expect.not.stringContaining("secret"),
    });
    expect(service.problems).toHaveLength(1);
  });

  it("is an error where the store fails, and no door stays open", async () => {
    const store = { ...service.store, authenticate: () => Promise.reject(new Error("disk")) };
    service = await createTestService({ services: { store } });
    expect(await errorOf(await service.get("/models"))).toMatchObject({ status: 500 });
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
    // The request before was counted, though it found nothing.
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
