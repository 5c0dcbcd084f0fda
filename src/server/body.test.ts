import { beforeEach, describe, expect, it } from "vitest";
import { errorOf } from "./testing/error-of.ts";
import { createTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

describe("request bodies", () => {
  const post = (body: BodyInit, type = "application/json") =>
    service.send("/chat/completions", { method: "POST", body, headers: { "content-type": type } });

  it.each(["", "{", "[]", "null", '"x"'])("are refused if they are not JSON objects: %j", async (body) => {
    expect(await errorOf(await post(body))).toMatchObject({
      status: 400,
      type: "invalid_request_error",
      code: null,
    });
  });

  it("must have the content type application/json", async () => {
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

  it("must not exceed the limit, with or without content-length, and are read no further", async () => {
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

  it("are read where `Request.body` is missing, as in Firefox", async () => {
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

  it("are refused if the upload breaks off", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
    const init = { method: "POST", body, duplex: "half", headers: { "content-type": "application/json" } };
    expect(await errorOf(await service.send("/chat/completions", init))).toMatchObject({ status: 400 });
  });

  it("are refused with the name of the invalid field", async () => {
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
