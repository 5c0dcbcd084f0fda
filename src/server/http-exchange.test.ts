import { beforeEach, describe, expect, it } from "vitest";
import { EngineError } from "../contract/engine-error.ts";
import { ApiError } from "../openai/error.ts";
import type { RequestRecord } from "../store/store.ts";
import { createHttpExchange, type HttpExchange } from "./http-exchange.ts";

const caller = { id: "key", workspace: "default", limits: null };
const limits = { requestsPerMinute: 1, tokensPerMinute: 2 };

let clock: number;
let records: RequestRecord[];
let problems: [problem: string, cause: unknown][];
let record: (entry: RequestRecord) => Promise<void>;

beforeEach(() => {
  clock = 1_000;
  records = [];
  problems = [];
  record = async (entry) => void records.push(entry);
});

function open(url = "https://example.org/v1/models?secret=1", init?: RequestInit): HttpExchange {
  return createHttpExchange(new Request(url, init), {
    now: () => clock,
    report: (problem, cause) => problems.push([problem, cause]),
    store: { record: (entry) => record(entry) },
  });
}

/** A generation that has used seven tokens, and two more once it is cancelled. */
function generation() {
  let cancelled = 0;
  return {
    cancel: () => void (cancelled += 1),
    get usage() {
      return { promptTokens: 7, cachedTokens: 0, completionTokens: cancelled * 2 };
    },
    timesCancelled: () => cancelled,
  };
}

describe("settle", () => {
  it("records who asked, for what, how it ended and how long it took", async () => {
    const exchange = open();
    exchange.identify(caller, limits);
    clock += 250;
    await exchange.settle(200);
    expect(records).toEqual([
      {
        caller: { id: "key", workspace: "default", limits },
        key: "key",
        at: 1_000,
        requestId: exchange.headers.get("x-request-id"),
        method: "GET",
        path: "/v1/models",
        status: 200,
        durationMs: 250,
        promptTokens: 0,
        cachedTokens: 0,
        completionTokens: 0,
      },
    ]);
    expect(problems).toEqual([]);
  });

  it("records a request without a key, whose method and path are cut", async () => {
    await open(`https://example.org/${"a".repeat(300)}`, { method: "X".repeat(30) }).settle(401);
    expect(records).toMatchObject([
      { caller: null, key: null, method: "X".repeat(16), path: `/${"a".repeat(199)}`, status: 401 },
    ]);
  });

  it("records no negative duration if the clock is set back", async () => {
    const exchange = open();
    clock -= 500;
    await exchange.settle(200);
    expect(records).toMatchObject([{ at: 1_000, durationMs: 0 }]);
  });

  it("leaves the generation of a reply that succeeded alone, and charges for it", async () => {
    const exchange = open();
    const finished = generation();
    exchange.attach(finished);
    await exchange.settle(200);
    expect(finished.timesCancelled()).toBe(0);
    expect(records).toMatchObject([{ status: 200, promptTokens: 7, completionTokens: 0 }]);
  });

  it.each([400, 499, 500])("cancels the generation at status %i before it charges for it", async (status) => {
    const exchange = open();
    const unfinished = generation();
    exchange.attach(unfinished);
    const settled = exchange.settle(status);
    expect(unfinished.timesCancelled()).toBe(1);
    await settled;
    expect(records).toMatchObject([{ status, promptTokens: 7, completionTokens: 2 }]);
  });

  it("reports a status of 500 or more with its cause, and no other", async () => {
    for (const status of [200, 404, 499]) await open().settle(status, new Error("Not to be reported."));
    expect(problems).toEqual([]);
    const exchange = open();
    const cause = new Error("Lost.");
    await exchange.settle(503, cause);
    expect(problems).toEqual([
      [`The request ${exchange.headers.get("x-request-id")} failed with status 503.`, cause],
    ]);
  });

  it("counts once: later calls neither cancel, report nor record, and wait for the first", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    record = async (entry) => {
      await released;
      records.push(entry);
    };
    const exchange = open();
    const unfinished = generation();
    exchange.attach(unfinished);
    const first = exchange.settle(499);
    const later = exchange.settle(500, new Error("The engine was interrupted."));
    let waited = false;
    void later.then(() => (waited = true));
    await Promise.resolve();
    expect(waited).toBe(false);
    release();
    await Promise.all([first, later, exchange.fail(new Error("Too late."))]);
    expect(records).toMatchObject([{ status: 499 }]);
    expect(unfinished.timesCancelled()).toBe(1);
    expect(problems).toEqual([]);
  });

  it("reports a record that cannot be written, and does not reject", async () => {
    const cause = new DOMException("Full.", "QuotaExceededError");
    record = () => Promise.reject(cause);
    const exchange = open();
    await exchange.settle(200);
    await exchange.settle(200);
    expect(problems).toEqual([
      [`The request ${exchange.headers.get("x-request-id")} could not be recorded.`, cause],
    ]);
  });
});

describe("fail", () => {
  it("settles with the status of the error that it returns", async () => {
    const notFound = new ApiError(404, "There is nothing here.");
    expect(await open().fail(notFound)).toBe(notFound);
    const overflow = await open().fail(new EngineError("context-overflow", "Too long."));
    expect(overflow).toMatchObject({ status: 400, code: "context_length_exceeded" });
    expect(records.map(({ status }) => status)).toEqual([404, 400]);
    expect(problems).toEqual([]);
  });

  it("reports an unexpected error, and returns one that does not reveal it", async () => {
    const cause = new Error("secret at /home/me");
    const apiError = await open().fail(cause);
    expect(apiError).toMatchObject({ status: 500, message: expect.not.stringContaining("secret") });
    expect(problems).toMatchObject([[expect.stringContaining("status 500"), cause]]);
  });
});
