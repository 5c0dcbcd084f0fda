import { describe, expect, it } from "vitest";
import type { CachedFile } from "./cached-file.ts";
import { createModelFiles, type FilesProgress } from "./model-files.ts";
import { sha256 } from "./sha256.ts";
import { memoryCaches } from "./testing/memory-cache.ts";
import { memoryLocks } from "./testing/memory-locks.ts";

const scope = new URL("https://app.test/sub/");
const content = new Uint8Array(1000).map((_, index) => index % 251);

async function placed(name: string, bytes = content): Promise<CachedFile> {
  return {
    path: name,
    bytes: bytes.length,
    sha256: await sha256(bytes),
    source: `models/${name}`,
    cacheName: "files",
    key: `https://kept.invalid/${name}`,
  };
}

function setUp(answer: (url: string) => Response | Promise<Response> = () => new Response(content)) {
  const caches = memoryCaches();
  const requests: string[] = [];
  const files = createModelFiles({
    scope,
    caches: caches.storage,
    locks: memoryLocks(),
    retryDelaysMs: [1, 1],
    fetch: async (input) => {
      const url = String(input);
      requests.push(url);
      return answer(url);
    },
  });
  return { files, caches, requests };
}

function flipBit(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const flipped = new Uint8Array(bytes);
  flipped[500] = (flipped[500] ?? 0) ^ 1;
  return flipped;
}

describe("ensure", () => {
  it("downloads a file relative to the scope, once", async () => {
    const { files, requests } = setUp();
    const file = await placed("a.bin");
    await files.ensure("m", [file]);
    await files.ensure("m", [file]);
    expect(requests).toEqual(["https://app.test/sub/models/a.bin"]);
    expect(new Uint8Array(await files.read(file))).toEqual(content);
  });

  it("downloads a damaged installed file again, once", async () => {
    const { files, caches, requests } = setUp();
    const file = await placed("a.bin");
    await files.ensure("m", [file]);
    caches.bytes("files", file.key)?.set([99], 500);
    await files.ensure("m", [file]);
    await files.ensure("m", [file]);
    expect(requests).toHaveLength(2);
    expect(new Uint8Array(await files.read(file))).toEqual(content);
  });

  it("keeps nothing of a file that arrives damaged, and can be retried", async () => {
    let answer = flipBit(content);
    const { files, caches, requests } = setUp(() => new Response(answer));
    const file = await placed("a.bin");
    await expect(files.ensure("m", [file])).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringContaining("https://app.test/sub/models/a.bin is damaged"),
    });
    expect(requests).toHaveLength(1);
    expect(caches.bytes("files", file.key)).toBeUndefined();
    answer = content;
    await files.ensure("m", [file]);
    expect(await files.isInstalled([file])).toBe(true);
  });

  it.each([
    [
      "an HTML page",
      "failed",
      () => new Response(content, { headers: { "content-type": "text/html" } }),
      "HTML page",
    ],
    ["an error status", "failed", () => new Response("no", { status: 404 }), "status 404"],
    [
      "too few bytes",
      "unreachable",
      () => new Response(content.slice(0, 300)),
      "ended after 300 of 1000 bytes",
    ],
    ["too many bytes", "damaged", () => new Response(new Uint8Array(1001)), "longer than 1000 bytes"],
  ])("refuses %s in place of the file", async (_, code, answer, reason) => {
    const { files } = setUp(answer);
    await expect(files.ensure("m", [await placed("a.bin")])).rejects.toMatchObject({
      code,
      message: expect.stringContaining(reason),
    });
  });

  it("reports a host that cannot be reached, and a broken connection", async () => {
    const offline = setUp(() => Promise.reject(new TypeError("Failed to fetch")));
    await expect(offline.files.ensure("m", [await placed("a.bin")])).rejects.toMatchObject({
      code: "unreachable",
    });
    const broken = setUp(() => {
      let sent = false;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (sent) controller.error(new TypeError("network error"));
          else controller.enqueue(content.slice(0, 10));
          sent = true;
        },
      });
      return new Response(body);
    });
    await expect(broken.files.ensure("m", [await placed("a.bin")])).rejects.toMatchObject({
      code: "unreachable",
      message: expect.stringContaining("the connection broke"),
    });
  });

  it("reports a full quota", async () => {
    const { files, caches } = setUp();
    caches.fillUp();
    await expect(files.ensure("m", [await placed("a.bin")])).rejects.toMatchObject({
      code: "no-space",
      message: expect.stringContaining("no room"),
    });
  });

  it("reports a number of bytes that never falls and ends at the total", async () => {
    const { files } = setUp();
    const [a, b] = [await placed("a.bin"), await placed("b.bin")];
    await files.ensure("m", [a]);
    const progress: FilesProgress[] = [];
    await files.ensure("m", [a, b], { onProgress: (state) => progress.push(state) });
    const loaded = progress.map(({ loadedBytes }) => loadedBytes);
    expect(loaded).toEqual(loaded.toSorted((x, y) => x - y));
    expect(progress[0]).toEqual({
      phase: "verifying",
      loadedBytes: 1000,
      totalBytes: 2000,
      problem: null,
    });
    expect(progress.at(-1)).toEqual({
      phase: "downloading",
      loadedBytes: 2000,
      totalBytes: 2000,
      problem: null,
    });
  });

  it("shares one download between two callers", async () => {
    const { files, requests } = setUp();
    const file = await placed("a.bin");
    await Promise.all([files.ensure("m", [file]), files.ensure("m", [file])]);
    expect(requests).toHaveLength(1);
  });

  it("stops when its signal is aborted", async () => {
    const controller = new AbortController();
    const { files } = setUp(() => {
      controller.abort(new Error("enough"));
      return Promise.reject(new DOMException("aborted", "AbortError"));
    });
    const installing = files.ensure("m", [await placed("a.bin")], { signal: controller.signal });
    await expect(installing).rejects.toThrow("enough");
  });
});

it("reading fails where the browser has evicted the file", async () => {
  const { files, caches } = setUp();
  const file = await placed("a.bin");
  await files.ensure("m", [file]);
  caches.delete(file.key);
  expect(await files.isInstalled([file])).toBe(false);
  await expect(files.read(file)).rejects.toMatchObject({ code: "unreachable" });
  await expect(files.open(file)).rejects.toMatchObject({ code: "unreachable" });
});
