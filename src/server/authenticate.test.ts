import { beforeEach, describe, expect, it } from "vitest";
import { errorOf } from "./testing/error-of.ts";
import { createTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
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

  it("ignores the case of the scheme", async () => {
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
