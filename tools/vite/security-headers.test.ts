import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readHeadersFile } from "../../cli/headers-file.ts";
import type { IsolatedPages } from "../../src/config/cross-origin-isolation.ts";
import { testConfig } from "../../src/server/testing/test-service.ts";
import { headersFile } from "./security-headers.ts";

const folder = mkdtempSync(join(tmpdir(), "insitu-security-headers-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Opener and embedder policy of each path, as hosts send them by the headers file. */
function isolation(pages?: IsolatedPages): Record<string, (string | undefined)[]> {
  const config = { ...testConfig, ...(pages !== undefined && { cross_origin_isolation: pages }) };
  writeFileSync(join(folder, "_headers"), headersFile("/app/", ["index.html", "blank.html"], config));
  const headersOf = readHeadersFile(folder);
  const paths = ["/app/", "/app/index.html", "/app/blank.html", "/app/sw.js", "/app/assets/main-1.js"];
  return Object.fromEntries(
    paths.map((path) => {
      const headers = headersOf(path);
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      return [path, [headers["cross-origin-opener-policy"], headers["cross-origin-embedder-policy"]]];
    }),
  );
}

it.each([undefined, "build", "scope"] as const)("isolates the build's pages for %s", (pages) => {
  const page = ["same-origin", "require-corp"];
  expect(isolation(pages)).toEqual({
    "/app/": page,
    "/app/index.html": page,
    "/app/blank.html": page,
    "/app/sw.js": [undefined, undefined],
    "/app/assets/main-1.js": [undefined, "require-corp"],
  });
});

it("isolates no page if the deployment wants none, and lets isolated pages start the build's workers", () => {
  const none = [undefined, undefined];
  expect(isolation("none")).toEqual({
    "/app/": none,
    "/app/index.html": none,
    "/app/blank.html": none,
    "/app/sw.js": none,
    "/app/assets/main-1.js": [undefined, "require-corp"],
  });
});
