/** Compares an answer with the one that its case expects. */
import { expect } from "@playwright/test";
import { type Answer, replyOf } from "./answer.ts";
import type { Expected } from "./case.ts";

/** @throws if the answer differs */
export function checkExpected(expected: Expected, answer: Answer, before: readonly Answer[]): void {
  const { status, headers = {}, error, body, text, finish, check } = expected;
  const said = answer.problem ?? JSON.stringify(answer.json) ?? answer.text;
  expect(answer.status, `the status of ${said}`).toBe(status);
  for (const [name, value] of Object.entries(headers)) {
    const actual = answer.headers[name];
    if (value === null) expect(actual, name).toBeUndefined();
    else if (typeof value === "string") expect(actual, name).toBe(value);
    else expect(actual, name).toMatch(value);
  }
  if (error !== undefined) {
    const { type = "invalid_request_error", param, code, message } = error;
    expect(answer.json).toMatchObject({
      error: { type, param, code, ...(message && { message: expect.stringMatching(message) }) },
    });
  }
  if (body !== undefined) expect(answer.json).toMatchObject(body);
  if (text !== undefined) {
    const reply = replyOf(answer).text;
    if (typeof text === "string") expect(reply, "the reply's text").toBe(text);
    else expect(reply, "the reply's text").toMatch(text);
  }
  if (finish !== undefined) expect(replyOf(answer).finish, "finish_reason").toBe(finish);
  if (check !== undefined) expect(check(answer, before), `of ${said}: ${String(check)}`).not.toBe(false);
}
