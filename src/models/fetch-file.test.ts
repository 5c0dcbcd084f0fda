import { beforeEach, describe, expect, it } from "vitest";
import { fetchFile, type FetchFileOptions } from "./fetch-file.ts";
import { createPartialFiles, type PartialFiles } from "./partial-files.ts";
import { memoryCaches } from "./testing/memory-cache.ts";

const content = new Uint8Array(1000).map((_, index) => index % 251);
const file = {
  url: new URL("https://hub.test/a.bin"),
  bytes: content.length,
  key: "https://kept.invalid/a.bin",
};

interface Host {
  /** Bytes that each connection brings before it breaks. */
  readonly breakAfter?: readonly number[];
  /** True if such a connection ends as if the file were complete. */
  readonly endsCleanly?: boolean;
  readonly ranges?: "honoured" | "ignored" | "wrong";
  readonly statuses?: readonly number[];
}

/** A host of `content`, and the ranges requested from it. */
function host({ breakAfter = [], endsCleanly = false, ranges = "honoured", statuses = [] }: Host = {}) {
  const requestedRanges: (string | null)[] = [];
  const answer: typeof fetch = async (_url, init) => {
    const range = new Headers(init?.headers).get("range");
    const turn = requestedRanges.push(range) - 1;
    const status = statuses[turn] ?? 200;
    if (status !== 200) return new Response("no", { status });
    const from = range !== null && ranges !== "ignored" ? Number(/bytes=(\d+)-/.exec(range)?.[1]) : 0;
    const sent = content.slice(from, from + (breakAfter[turn] ?? content.length));
    const whole = from + sent.length === content.length;
    let pulled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (!pulled && sent.length > 0) controller.enqueue(sent);
        else if (whole || endsCleanly) controller.close();
        else controller.error(new TypeError("network error"));
        pulled = true;
      },
    });
    const first = ranges === "wrong" ? from + 1 : from;
    return from === 0
      ? new Response(body)
      : new Response(body, { status: 206, headers: { "content-range": `bytes ${first}-999/1000` } });
  };
  return { requestedRanges, answer };
}

let partials: PartialFiles;
let caches: ReturnType<typeof memoryCaches>;

beforeEach(() => {
  caches = memoryCaches();
  partials = createPartialFiles(caches.storage);
});

function get(fetch: typeof globalThis.fetch, more: Partial<FetchFileOptions> = {}) {
  return fetchFile(file, { partials, fetch, retryDelaysMs: [1, 1], ...more });
}

describe("fetchFile", () => {
  it("resumes by itself after a broken connection, and reports it", async () => {
    const { requestedRanges, answer } = host({ breakAfter: [300, 200] });
    const problems: string[] = [];
    const received: number[] = [];
    const options = {
      onProblem: (problem: string) => problems.push(problem),
      onBytes: (bytes: number) => received.push(bytes),
    };
    expect(await get(answer, options)).toEqual(content);
    expect(requestedRanges).toEqual([null, "bytes=300-", "bytes=500-"]);
    expect(received).toEqual([300, 500, 1000]);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain("the connection broke");
  });

  it("gives up after its retries, and resumes when called again", async () => {
    const first = host({ breakAfter: [300, 0, 0] });
    await expect(get(first.answer)).rejects.toMatchObject({ code: "unreachable" });
    expect(first.requestedRanges).toEqual([null, "bytes=300-", "bytes=300-"]);
    const second = host();
    expect(await get(second.answer)).toEqual(content);
    expect(second.requestedRanges).toEqual(["bytes=300-"]);
  });

  it("starts over where the host ignores the range", async () => {
    const { requestedRanges, answer } = host({ breakAfter: [300], ranges: "ignored" });
    const received: number[] = [];
    expect(await get(answer, { onBytes: (bytes) => received.push(bytes) })).toEqual(content);
    expect(requestedRanges).toEqual([null, "bytes=300-"]);
    expect(received).toEqual([300, 1000]);
  });

  it("keeps nothing where the host answers with another range", async () => {
    const { answer } = host({ breakAfter: [300], ranges: "wrong" });
    await expect(get(answer)).rejects.toMatchObject({ message: expect.stringContaining("another part") });
    expect(caches.keys()).toEqual([]);
  });

  it("keeps the bytes received when it is aborted", async () => {
    const controller = new AbortController();
    const { answer } = host({ breakAfter: [300] });
    const options = { signal: controller.signal, onBytes: () => controller.abort(new Error("enough")) };
    await expect(get(answer, options)).rejects.toThrow("enough");
    expect(await partials.size(file.key)).toBe(300);
  });

  it("retries where the host is busy, and not where the file is missing", async () => {
    const busy = host({ statuses: [503, 429] });
    expect(await get(busy.answer)).toEqual(content);
    const missing = host({ statuses: [404] });
    await partials.remove(file.key);
    await expect(get(missing.answer)).rejects.toMatchObject({ code: "failed" });
    expect(missing.requestedRanges).toHaveLength(1);
  });

  it("starts a file of unknown length over after a broken connection", async () => {
    const { requestedRanges, answer } = host({ breakAfter: [300] });
    const unknown = { ...file, bytes: null };
    expect(await fetchFile(unknown, { partials, fetch: answer, retryDelaysMs: [1] })).toEqual(content);
    expect(requestedRanges).toEqual([null, null]);
  });

  it("saves parts during the download", async () => {
    const mebibyte = new Uint8Array(2 ** 20);
    const big = { ...file, bytes: 20 * mebibyte.length };
    const controller = new AbortController();
    let sent = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        async pull(stream) {
          // Ten of twenty, then silence, as a browser that is closed would leave it.
          if (sent === 10) return new Promise(() => {});
          sent += 1;
          stream.enqueue(mebibyte);
        },
      });
    const fetching = fetchFile(big, {
      partials,
      fetch: () => Promise.resolve(new Response(endless())),
      signal: controller.signal,
    });
    fetching.catch(() => {});
    await expect.poll(() => partials.size(file.key)).toBe(8 * mebibyte.length);
    expect(caches.keys()).toHaveLength(2);
  });

  it("resumes where a body ended early, as if it were complete", async () => {
    const { requestedRanges, answer } = host({ breakAfter: [300, 200], endsCleanly: true });
    const problems: string[] = [];
    const onProblem = (problem: string) => problems.push(problem);
    expect(await get(answer, { onProblem })).toEqual(content);
    expect(requestedRanges).toEqual([null, "bytes=300-", "bytes=500-"]);
    expect(problems[0]).toContain("it ended after 300 of 1000 bytes");
  });

  it("keeps the bytes received where the host then refuses, and drops them where its file is shorter", async () => {
    await partials.append(file.key, 0, content.slice(0, 300));
    const login = () => Promise.resolve(new Response("Log in", { headers: { "content-type": "text/html" } }));
    for (const fetch of [host({ statuses: [404] }).answer, login]) {
      await expect(get(fetch)).rejects.toMatchObject({ code: "failed" });
      expect(await partials.size(file.key)).toBe(300);
    }
    await expect(get(host({ statuses: [416] }).answer)).rejects.toMatchObject({ code: "damaged" });
    expect(caches.keys()).toEqual([]);
  });

  it("keeps the saved parts when the quota is full, and resumes from them", async () => {
    const mebibyte = 2 ** 20;
    const bytes = new Uint8Array(10 * mebibyte).map((_, index) => (index >> 10) % 251);
    const big = { ...file, bytes: bytes.length };
    const requestedRanges: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      const range = new Headers(init?.headers).get("range");
      requestedRanges.push(range);
      let from = Number(/\d+/.exec(range ?? "0")?.[0]);
      const rest = new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(bytes.slice(from, from + mebibyte));
          from += mebibyte;
          if (from === bytes.length) controller.close();
        },
      });
      return new Response(rest, { status: range === null ? 200 : 206 });
    };
    const fillUp = (received: number) => received === 5 * mebibyte && caches.fillUp();
    const options = { partials, fetch, retryDelaysMs: [1] };
    await expect(fetchFile(big, { ...options, onBytes: fillUp })).rejects.toMatchObject({
      code: "no-space",
      message: expect.stringContaining("no room"),
    });
    expect(await partials.size(file.key)).toBe(4 * mebibyte);
    caches.makeRoom();
    // Not compared element by element: that takes seconds for so many.
    expect(Buffer.compare(await fetchFile(big, options), bytes)).toBe(0);
    expect(requestedRanges).toEqual([null, `bytes=${4 * mebibyte}-`]);
  });

  it("drops parts that are longer than the file", async () => {
    await partials.append(file.key, 0, new Uint8Array(2000));
    const { requestedRanges, answer } = host();
    expect(await get(answer)).toEqual(content);
    expect(requestedRanges).toEqual([null]);
  });
});

describe("a part of a larger file", () => {
  const part = { ...file, offset: 100, bytes: 50 };
  const answerWith = (respond: (range: string | null) => Response): typeof fetch => {
    return async (_url, init) => respond(new Headers(init?.headers).get("range"));
  };

  it("is requested by its range", async () => {
    const ranges: (string | null)[] = [];
    const fetch = answerWith((range) => {
      ranges.push(range);
      const headers = { "content-range": "bytes 100-149/1000" };
      return new Response(content.slice(100, 150), { status: 206, headers });
    });
    expect(await fetchFile(part, { partials, fetch })).toEqual(content.slice(100, 150));
    expect(ranges).toEqual(["bytes=100-149"]);
  });

  it.each([
    ["the whole file", () => new Response(content), "failed", "does not send parts"],
    [
      "another part",
      () =>
        new Response(content.slice(0, 50), {
          status: 206,
          headers: { "content-range": "bytes 0-49/1000" },
        }),
      "damaged",
      "another part of it",
    ],
  ])("is refused where the host sends %s", async (_, respond, code, message) => {
    await expect(fetchFile(part, { partials, fetch: answerWith(respond) })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });
});
