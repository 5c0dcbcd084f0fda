import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import {
  type RequestLog,
  startStaticServer,
  type StaticServer,
  type StaticServerOptions,
} from "./static-server.ts";

const folder = mkdtempSync(join(tmpdir(), "insitu-static-"));
const root = join(folder, "dist");
mkdirSync(join(root, "assets"), { recursive: true });
mkdirSync(join(folder, "mounted"));
writeFileSync(join(folder, "secret.txt"), "secret");
writeFileSync(join(root, ".insitu-build"), "hidden");
writeFileSync(join(root, "index.html"), "<!doctype html>");
writeFileSync(join(root, "_headers"), "/\n  Content-Security-Policy: default-src 'none'\n");
writeFileSync(join(root, "library.wasm"), "0123456789");
writeFileSync(join(root, "assets", "app-1a2b.js"), "export {};");
writeFileSync(join(folder, "mounted", "shard 0.bin"), "weights");
afterAll(() => rmSync(folder, { recursive: true }));

const running: StaticServer[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.close())));

async function start(options: Partial<StaticServerOptions> = {}): Promise<StaticServer> {
  const server = await startStaticServer({ root, ...options });
  running.push(server);
  return server;
}

/** `fetch` would tidy the path before it is sent. */
function rawStatus(port: number, path: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
    );
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (data: string) => (text += data));
    socket.on("error", fail);
    socket.on("end", () => done(text.split(" ")[1] ?? ""));
  });
}

describe("a static server", () => {
  it("serves files with their types and how long they keep", async () => {
    const { url } = await start();
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("cache-control")).toBe("no-cache");
    expect(page.headers.get("content-security-policy")).toBe("default-src 'none'");
    const library = await fetch(`${url}library.wasm`);
    expect(library.headers.get("content-type")).toBe("application/wasm");
    expect(await library.text()).toBe("0123456789");
    const asset = await fetch(`${url}assets/app-1a2b.js`);
    expect(asset.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(asset.headers.get("cache-control")).toContain("immutable");
  });

  it("sends none of the headers file's headers as a host that cannot", async () => {
    const { url } = await start({ headersFile: false });
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(page.headers.has("content-security-policy")).toBe(false);
  });

  it.each(["missing", "assets", "assets/", "library.wasm/"])(
    "answers %s with 404 and no page",
    async (path) => {
      const { url } = await start();
      const response = await fetch(url + path);
      expect(response.status).toBe(404);
      expect(await response.text()).toBe("Not found.\n");
    },
  );

  it.each([
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/assets/..%5c..%2fsecret.txt",
    "/%00",
    "/%zz",
    "/.insitu-build",
    "/_headers",
  ])("does not follow %s out of its folder", async (path) => {
    const { port } = await start();
    expect(await rawStatus(port, path)).toBe("404");
  });

  it.each(["v1", "v1/chat/completions", "v1/models?x=1"])(
    "answers /%s with an error in OpenAI's shape",
    async (path) => {
      for (const base of ["/", "/app/"]) {
        const { url } = await start({ base });
        const response = await fetch(url + path, { method: "POST", body: "{}" });
        expect(response.status).toBe(404);
        expect(response.headers.get("content-type")).toBe("application/json");
        expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error", code: null } });
      }
    },
  );

  it("answers HEAD without a body, and refuses to be written to", async () => {
    const { url } = await start();
    const head = await fetch(`${url}library.wasm`, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe("10");
    expect(await head.text()).toBe("");
    const put = await fetch(`${url}library.wasm`, { method: "PUT", body: "x" });
    expect(put.status).toBe(405);
    expect(put.headers.get("allow")).toBe("GET, HEAD");
  });

  it("answers 304 to whoever has the file", async () => {
    const { url } = await start();
    const etag = (await fetch(`${url}library.wasm`)).headers.get("etag") ?? "";
    const again = await fetch(`${url}library.wasm`, { headers: { "if-none-match": `"old", W/${etag}` } });
    expect(again.status).toBe(304);
    expect((await fetch(`${url}library.wasm`, { headers: { "if-none-match": '"old"' } })).status).toBe(200);
  });

  it.each([
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-2", "89", "bytes 8-9/10"],
    ["bytes=8-99", "89", "bytes 8-9/10"],
  ])("sends the range %s", async (range, text, contentRange) => {
    const { url } = await start();
    const response = await fetch(`${url}library.wasm`, { headers: { range } });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(contentRange);
    expect(await response.text()).toBe(text);
  });

  it("sends the whole file for a range it does not serve, or of a file that changed", async () => {
    const { url } = await start();
    for (const headers of [
      { range: "bytes=0-1,4-5" },
      { range: "lines=1-2" },
      { range: "bytes=0-1", "if-range": '"old"' },
    ]) {
      const response = await fetch(`${url}library.wasm`, { headers });
      expect([response.status, await response.text()]).toEqual([200, "0123456789"]);
    }
    const outside = await fetch(`${url}library.wasm`, { headers: { range: "bytes=10-" } });
    expect([outside.status, outside.headers.get("content-range")]).toEqual([416, "bytes */10"]);
  });

  it("serves below its base alone, mounts included", async () => {
    const mounts = [{ prefix: "/models/fixture/", folder: join(folder, "mounted") }];
    const { url, port } = await start({ base: "/app/", mounts });
    expect(url).toBe(`http://127.0.0.1:${port}/app/`);
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/app`)).url).toBe(url);
    const shard = await fetch(`${url}models/fixture/shard%200.bin`);
    expect([shard.headers.get("content-type"), await shard.text()]).toEqual([
      "application/octet-stream",
      "weights",
    ]);
    expect(await rawStatus(port, "/app/models/fixture/..%2fsecret.txt")).toBe("404");
  });

  it("tells about each request", async () => {
    const seen: RequestLog[] = [];
    const { url } = await start({ onRequest: (request) => seen.push(request) });
    await fetch(`${url}library.wasm?query`);
    await fetch(`${url}v1/models`, { method: "POST" });
    expect(seen).toEqual([
      { method: "GET", path: "/library.wasm", status: 200 },
      { method: "POST", path: "/v1/models", status: 404 },
    ]);
  });

  it("names a taken port in one line", async () => {
    const { port } = await start();
    await expect(start({ port })).rejects.toThrow(
      `Port ${port} is taken or not allowed: choose another one.`,
    );
  });
});
