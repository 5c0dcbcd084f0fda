import { beforeEach, describe, expect, it } from "vitest";
import { dataFrames } from "./testing/read-stream.ts";
import { createTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

describe("a completion's id", () => {
  const idFor = async (requestId: string) => {
    const headers = { "content-type": "application/json", "x-insitu-request-id": requestId };
    const { id }: { id: string } = await (await service.chat({}, { headers })).json();
    return id;
  };

  it("is made from the request's id, so that a request dispatched twice has one id", async () => {
    const requestId = "aB3".repeat(8);
    expect(await idFor(requestId)).toBe(`chatcmpl-${requestId}`);
    expect(await idFor(requestId)).toBe(`chatcmpl-${requestId}`);
    expect(service.engine.requests.map(({ id }) => id)).toEqual([
      `chatcmpl-${requestId}`,
      `chatcmpl-${requestId}`,
    ]);
  });

  it.each(["", "a".repeat(23), "a".repeat(65), `${"a".repeat(23)}-`, `${"a".repeat(23)}é`, "a, b".repeat(6)])(
    "is random if the request's id is malformed: %j",
    async (requestId) => {
      expect(await idFor(requestId)).toMatch(/^chatcmpl-[0-9a-f]{32}$/);
    },
  );
});

describe("both forms of a reply", () => {
  it("have the same content", async () => {
    const whole = await (await service.chat()).json();
    const frames = dataFrames(await (await service.chat({ stream: true })).text());
    const joined = frames
      .map((frame) => JSON.stringify(frame).match(/"content":"([^"]*)"/)?.[1] ?? "")
      .join("");
    expect(joined).toBe(whole.choices[0].message.content);
  });
});
