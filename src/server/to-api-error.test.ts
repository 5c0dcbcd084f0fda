import { beforeEach, describe, expect, it } from "vitest";
import { EngineError } from "../contract/engine-error.ts";
import { errorOf } from "./testing/error-of.ts";
import { admitted } from "./testing/scripted-engine.ts";
import { createTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

describe("an error before the headers", () => {
  it.each([
    ["invalid", 400, "invalid_request_error", null, {}],
    ["model-not-found", 400, "invalid_request_error", "model_not_found", {}],
    ["context-overflow", 400, "invalid_request_error", "context_length_exceeded", {}],
    ["queue-full", 429, "requests", "queue_full", { "retry-after": "5", "retry-after-ms": "5000" }],
    ["failed", 500, "server_error", null, {}],
    ["unsupported", 503, "server_error", "engine_unavailable", { "x-should-retry": "false" }],
    ["unavailable", 503, "server_error", "engine_unavailable", { "retry-after": "5" }],
  ] as const)(
    "maps the engine's %s to %i, streamed or not",
    async (code, status, type, errorCode, headers) => {
      service.engine.fail(new EngineError(code, "Because."));
      for (const stream of [false, true]) {
        const response = await service.chat({ stream });
        for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value);
        expect(response.headers.has("retry-after")).toBe("retry-after" in headers);
        expect(await errorOf(response)).toMatchObject({ status, type, code: errorCode, message: "Because." });
      }
      expect(service.engine.open).toBe(0);
    },
  );

  it("has the field that the engine names as its param", async () => {
    service.engine.fail(new EngineError("invalid", "No.", "tools[0].function.parameters"));
    expect(await errorOf(await service.chat())).toMatchObject({ param: "tools[0].function.parameters" });
  });

  it("does not reveal the message of an unexpected error, but reports it", async () => {
    service.engine.fail(new Error("secret at /home/me"), admitted);
    const response = await service.chat();
    expect(await errorOf(response)).toMatchObject({
      status: 500,
      message: expect.not.stringContaining("secret"),
    });
    expect(service.problems).toHaveLength(1);
  });

  it("is a 500 if the store fails, so that no request passes unauthenticated", async () => {
    const store = { ...service.store, authenticate: () => Promise.reject(new Error("disk")) };
    service = await createTestService({ services: { store } });
    expect(await errorOf(await service.get("/models"))).toMatchObject({ status: 500 });
  });
});
