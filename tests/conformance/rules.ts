/** Rules for every answer, which no case has to repeat. */
import { expect } from "@playwright/test";
import * as z from "zod/mini";
import { type Answer, type Completion, isCompletion, replyOf, type AnswerUsage } from "./answer.ts";
import type { Sent } from "./case.ts";
import { checkStream } from "./stream-rules.ts";

const RATE_LIMIT_HEADERS = ["limit", "remaining", "reset"].flatMap((name) =>
  ["requests", "tokens"].map((unit) => `x-ratelimit-${name}-${unit}`),
);
const errorBody = z.strictObject({
  error: z.strictObject({
    message: z.string().check(z.regex(/\.$/)),
    type: z.enum(["invalid_request_error", "requests", "tokens", "server_error"]),
    param: z.nullable(z.string()),
    code: z.nullable(z.string()),
  }),
});
const MAX_ERROR_BYTES = 8_000;
/** The SDK's class for each status. */
const ERROR_CLASSES: Readonly<Record<number, string>> = {
  400: "BadRequestError",
  401: "AuthenticationError",
  403: "PermissionDeniedError",
  404: "NotFoundError",
  429: "RateLimitError",
};

/** @throws if `answer` breaks a rule of the contract */
export function checkAnswer(sent: Sent, answer: Answer): void {
  const { status, headers } = answer;
  // The client aborted before there was anything to check.
  if (status === undefined) return;
  // A repeated header would be joined by a comma.
  expect(headers["x-request-id"], "x-request-id").toMatch(/^req_[0-9a-f]{32}$/);
  expect(headers["cache-control"], "cache-control").toBe("no-store");
  for (const name of RATE_LIMIT_HEADERS)
    checkRateLimit(name, headers[name], status !== 401 && status !== 403);
  if (answer.client === "sdk") {
    expect(answer.requestId, "the SDK's request id").toBe(headers["x-request-id"]);
    expect(answer.thrown, "the class of the SDK's error").toBe(
      status < 400
        ? undefined
        : status >= 500
          ? "InternalServerError"
          : (ERROR_CLASSES[status] ?? "APIError"),
    );
  }
  if (status >= 400) checkError(sent, answer);
  else if (sent.giveUpAfter === undefined) checkSuccess(sent, answer);
}

function checkRateLimit(name: string, value: string | undefined, authenticated: boolean): void {
  if (!authenticated) expect(value, name).toBeUndefined();
  else expect(value, name).toMatch(name.includes("reset") ? /^(\d+ms|(\d+h)?(\d+m)?\d+s)$/ : /^\d+$/);
}

function checkError({ method }: Sent, { client, status, headers, text, json }: Answer): void {
  expect(headers["content-type"], "content-type").toBe("application/json");
  expect(headers["www-authenticate"], "www-authenticate").toBe(status === 401 ? "Bearer" : undefined);
  // A response to HEAD has no body: RFC 9110, section 9.3.2.
  if (method === "HEAD") return;
  expect(errorBody.safeParse(json).error?.message).toBeUndefined();
  if (client === "fetch") expect(new TextEncoder().encode(text).length).toBeLessThan(MAX_ERROR_BYTES);
}

function checkSuccess({ json: body }: Sent, answer: Answer): void {
  expect(answer.problem).toBeUndefined();
  if (typeof body !== "object" || body === null) return;
  expect(answer.headers["x-insitu-engine"], "x-insitu-engine").toMatch(
    /^[\w-]+\/[\d.]+(;[a-z]+=(\d+|".+"))*$/,
  );
  const streamed = "stream" in body && body.stream === true;
  if (streamed) {
    const usage = JSON.stringify(body).includes('"include_usage":true');
    checkStream(answer, { model: modelOf(body), usage });
  } else {
    expect(answer.headers["content-type"], "content-type").toBe("application/json");
    if (!isCompletion(answer.json)) throw new Error(`Not a completion: ${JSON.stringify(answer.json)}`);
    checkCompletion(answer.json, modelOf(body));
  }
  const { text, finish, calls, usage } = replyOf(answer);
  // A surrogate pair that was sent in two parts would be ill-formed.
  expect(text.isWellFormed(), "well-formed").toBe(true);
  expect(calls.length > 0, "calls where the reply ended with tool_calls").toBe(
    finish === "tool_calls" || (finish === "length" && calls.length > 0),
  );
  if (usage !== undefined) checkUsage(usage);
}

function checkCompletion(completion: Completion, model: string): void {
  expect(completion).toMatchObject({
    id: expect.stringMatching(/^chatcmpl-[A-Za-z0-9]{24,}$/),
    object: "chat.completion",
    model,
    system_fingerprint: expect.stringContaining(model),
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: expect.any(String) },
        logprobs: null,
        finish_reason: expect.stringMatching(/^(stop|length|tool_calls)$/),
      },
    ],
  });
  expect(completion.created).toBe(Math.floor(completion.created));
  // Seconds, not milliseconds.
  expect(Math.abs(completion.created - Date.now() / 1000)).toBeLessThan(300);
  checkUsage(completion.usage);
}

function checkUsage(usage: AnswerUsage): void {
  expect(usage.prompt_tokens).toBeGreaterThan(0);
  expect(usage.completion_tokens).toBeGreaterThanOrEqual(0);
  expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
  expect(usage.prompt_tokens_details.cached_tokens).toBeGreaterThanOrEqual(0);
}

function modelOf(body: object): string {
  return "model" in body ? String(body.model) : "";
}
