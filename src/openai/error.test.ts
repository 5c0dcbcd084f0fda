import { describe, expect, it } from "vitest";
import { ApiError, fieldError, quote } from "./error.ts";

describe("ApiError", () => {
  it("has OpenAI's shape, with null for absent values", () => {
    expect(new ApiError(404, "No.").toBody()).toEqual({
      error: { message: "No.", type: "invalid_request_error", param: null, code: null },
    });
    expect(new ApiError(503, "No.", { code: "engine_unavailable" }).toBody().error.type).toBe("server_error");
    expect(fieldError("messages[0].content", "must be a string").toBody().error).toMatchObject({
      message: "'messages[0].content' must be a string.",
      param: "messages[0].content",
    });
  });

  it("is well-formed Unicode, whatever it quotes and wherever it is cut", () => {
    const messages = [`${quote("\uD800")} is none.`, "😀".repeat(600), `a${"😀".repeat(600)}`];
    for (const message of messages) {
      const body = JSON.stringify(new ApiError(400, message).toBody());
      expect(body).not.toContain(String.raw`\ud`);
    }
  });

  it("stays under 8 kB, whatever the input", () => {
    const hostile = "\uD800".repeat(1_000_000);
    const { length } = JSON.stringify(new ApiError(400, hostile, { param: hostile }).toBody());
    expect(length).toBeLessThan(8_000);
    expect(quote(hostile).length).toBeLessThan(70);
  });
});
