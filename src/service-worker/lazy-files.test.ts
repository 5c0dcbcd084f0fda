import { expect, it, vi } from "vitest";
import { createLazyFiles } from "./lazy-files.ts";

const FILE = "https://own.example/assets/engine-1.wasm";
const OLD = "https://own.example/assets/engine-0.wasm";

function setUp({ isRefused = false, status = 200 } = {}) {
  const entries = new Map<string, Response>();
  const cache = {
    match: async (url: string) => entries.get(url)?.clone(),
    put: async (url: string, response: Response) => void entries.set(url, response),
    keys: async () => Array.from(entries.keys(), (url) => new Request(url)),
    delete: async ({ url }: Request) => entries.delete(url),
  } as unknown as Cache;
  const fetch = vi.fn(async () => new Response("code", { status }));
  const count = vi.fn();
  const files = createLazyFiles({
    urls: new Set([FILE]),
    gate: { refuse: () => isRefused, count },
    openCache: async () => cache,
    fetch,
  });
  async function get(url: string, method = "GET"): Promise<Response | undefined> {
    let response: Promise<Response> | undefined;
    const work: Promise<unknown>[] = [];
    files.handle({
      request: new Request(url, { method }),
      respondWith: (answer) => (response = answer),
      waitUntil: (promise) => work.push(promise),
    });
    const answer = await response;
    await Promise.all(work);
    return answer;
  }
  return { entries, fetch, count, files, get };
}

it("fetches a file once, counts that, and keeps it", async () => {
  const { get, fetch, count } = setUp();
  expect(await (await get(FILE))?.text()).toBe("code");
  expect(await (await get(FILE))?.text()).toBe("code");
  expect(fetch).toHaveBeenCalledOnce();
  expect(count).toHaveBeenCalledExactlyOnceWith(expect.anything(), new URL(FILE), { requests: 1 });
});

it("leaves other requests alone", async () => {
  const { get, fetch } = setUp();
  expect(await get(OLD)).toBeUndefined();
  expect(await get(FILE, "POST")).toBeUndefined();
  expect(fetch).not.toHaveBeenCalled();
});

it("keeps no error page", async () => {
  const { get, entries } = setUp({ status: 404 });
  expect((await get(FILE))?.status).toBe(404);
  expect(entries.size).toBe(0);
});

it("sends nothing while requests are refused", async () => {
  const { get, fetch } = setUp({ isRefused: true });
  expect((await get(FILE))?.type).toBe("error");
  expect(fetch).not.toHaveBeenCalled();
});

it("drops the files of other versions", async () => {
  const { entries, files } = setUp();
  entries.set(OLD, new Response("old"));
  entries.set(FILE, new Response("code"));
  await files.dropOthers();
  expect([...entries.keys()]).toEqual([FILE]);
});
