import { describe, expect, it } from "vitest";
import type { IsolatedPages } from "../config/cross-origin-isolation.ts";
import { createIsolate } from "./isolate.ts";

const OURS = "https://own.example/app/index.html?from=mail";
const FOREIGN = "https://own.example/app/shop.html";
const COOP = "cross-origin-opener-policy";
const COEP = "cross-origin-embedder-policy";

function isolate(pages: IsolatedPages, request: { url: string; mode?: "navigate" }, response: Response) {
  const apply = createIsolate({ pages, isOfBuild: ({ pathname }) => pathname === "/app/index.html" });
  const mode = request.mode ?? "same-origin";
  return apply(
    { url: request.url, mode, destination: mode === "navigate" ? "document" : "worker" },
    response,
  );
}

/** The headers of isolation of a page that the host sent with `headers`. */
function pageHeaders(pages: IsolatedPages, url: string, headers: Record<string, string> = {}) {
  const { headers: sent } = isolate(pages, { url, mode: "navigate" }, new Response("", { headers }));
  return [sent.get(COOP), sent.get(COEP)];
}

function workerHeader(pages: IsolatedPages, url: string, headers: Record<string, string> = {}) {
  return isolate(pages, { url }, new Response("", { headers })).headers.get(COEP);
}

describe("a page", () => {
  const isolated = ["same-origin", "require-corp"];
  const untouched = [null, null];

  it.each([
    ["build", OURS, isolated],
    ["build", FOREIGN, untouched],
    ["scope", OURS, isolated],
    ["scope", FOREIGN, isolated],
    ["none", OURS, untouched],
    ["none", FOREIGN, untouched],
  ] as const)("where `%s` is isolated, %s gets %j", (pages, url, headers) => {
    expect(pageHeaders(pages, url)).toEqual(headers);
  });

  it.each([
    [{ [COOP]: "unsafe-none" }, ["unsafe-none", null]],
    [{ [COEP]: "credentialless" }, [null, "credentialless"]],
  ])("keeps the choice of its host %j", (headers, kept) => {
    expect(pageHeaders("scope", FOREIGN, headers)).toEqual(kept);
    expect(pageHeaders("build", OURS, headers)).toEqual(kept);
  });

  it("keeps its status, its other headers and its body", async () => {
    const response = new Response("Gone.", { status: 410, statusText: "Gone", headers: { "x-host": "1" } });
    const given = isolate("build", { url: OURS, mode: "navigate" }, response);
    expect([given.status, given.statusText, given.headers.get("x-host")]).toEqual([410, "Gone", "1"]);
    expect(await given.text()).toBe("Gone.");
  });
});

describe("a dedicated worker's script", () => {
  it.each([
    ["build", OURS, "require-corp"],
    ["build", FOREIGN, null],
    ["scope", FOREIGN, "require-corp"],
    // A page that its host isolates may start ours.
    ["none", OURS, "require-corp"],
    ["none", FOREIGN, null],
  ] as const)("where `%s` is isolated, %s gets %j", (pages, url, header) => {
    expect(workerHeader(pages, url)).toBe(header);
  });

  it("keeps the choice of its host, and needs no opener policy", () => {
    expect(workerHeader("scope", FOREIGN, { [COEP]: "unsafe-none" })).toBe("unsafe-none");
    expect(workerHeader("scope", FOREIGN, { [COOP]: "same-origin" })).toBe("require-corp");
    expect(isolate("scope", { url: FOREIGN }, new Response()).headers.has(COOP)).toBe(false);
  });
});

describe("what stays as it is", () => {
  it.each(["image", "script", "sharedworker", ""] as const)(
    "a response to a request for '%s'",
    (destination) => {
      const response = new Response();
      const apply = createIsolate({ pages: "scope", isOfBuild: () => true });
      expect(apply({ url: OURS, mode: "no-cors", destination }, response)).toBe(response);
    },
  );

  it.each([
    ["a failure of the network", Response.error()],
    // The type of a redirect that a navigation follows itself.
    ["a redirect", Object.defineProperty(new Response(), "status", { value: 0 })],
    [
      "a status that no response may be made with",
      Object.defineProperty(new Response(), "status", { value: 999 }),
    ],
    ["a response from another URL", Object.defineProperty(new Response(), "redirected", { value: true })],
  ])("%s", (_, response) => {
    expect(isolate("scope", { url: OURS, mode: "navigate" }, response)).toBe(response);
  });

  it("gives a response without a body none", () => {
    const response = isolate("scope", { url: OURS, mode: "navigate" }, new Response(null, { status: 204 }));
    expect([response.status, response.body, response.headers.get(COOP)]).toEqual([204, null, "same-origin"]);
  });
});
