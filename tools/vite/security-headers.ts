import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import type { Plugin } from "vite";
import { contentSecurityPolicy } from "../../src/config/content-security-policy.ts";
import {
  isolatedPages,
  PAGE_ISOLATION_HEADERS,
  WORKER_ISOLATION_HEADERS,
} from "../../src/config/cross-origin-isolation.ts";
import type { Config } from "../../src/config/schema.ts";

/** Headers file that some hosts (Netlify, Cloudflare Pages) and `cli/static-server.ts` read. */
const HEADERS_FILE = "_headers";

/**
 * Puts the content security policy into every page, so that it works on any host, and into a headers file for pages and
 * worker scripts, because a worker's policy comes only from its script's response. Headers that isolate pages are in that
 * file only; where a host ignores it, the service worker adds them.
 */
export function securityHeaders(config: Config): Plugin {
  let outDir = "";
  let base = "/";
  return {
    name: "insitu:security-headers",
    apply: "build",
    configResolved: (resolved) => {
      outDir = resolve(resolved.root, resolved.build.outDir);
      base = resolved.base;
    },
    writeBundle: () => {
      const pages = readdirSync(outDir, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".html"))
        .map((file) => file.split(sep).join("/"));
      const policy = contentSecurityPolicy(config, "meta");
      for (const page of pages) {
        const file = join(outDir, page);
        writeFileSync(file, withPolicy(readFileSync(file, "utf8"), policy, page));
      }
      writeFileSync(join(outDir, HEADERS_FILE), headersFile(base, pages, config));
    },
  };
}

/** Directly after the page's encoding, so that the policy covers everything else. */
function withPolicy(html: string, policy: string, page: string): string {
  const encoding = /<meta charset="utf-8" ?\/?>/i;
  if (!encoding.test(html)) throw new Error(`${page} must have <meta charset="utf-8"> first in its head.`);
  const metas = [
    `<meta http-equiv="content-security-policy" content="${policy}">`,
    // Hosts of links are not resolved before the link is followed, and no host learns of this page.
    `<meta http-equiv="x-dns-prefetch-control" content="off">`,
    `<meta name="referrer" content="no-referrer">`,
  ];
  return html.replace(encoding, (found) => found + metas.join(""));
}

/**
 * The text of the headers file.
 *
 * @param base path at which the build is served; starts and ends with `/`
 * @param pages paths of HTML files, relative to the base
 */
export function headersFile(base: string, pages: readonly string[], config: Config): string {
  const common = {
    "Content-Security-Policy": contentSecurityPolicy(config, "header"),
    "Referrer-Policy": "no-referrer",
    "X-DNS-Prefetch-Control": "off",
    "X-Content-Type-Options": "nosniff",
  };
  const ofPages = { ...common, ...(isolatedPages(config) !== "none" && PAGE_ISOLATION_HEADERS) };
  return [
    ...["", ...pages].map((page) => rule(`${base}${page}`, ofPages)),
    // No embedder policy: it would apply to whatever this worker fetches for pages that have none themselves.
    rule(`${base}sw.js`, common),
    rule(`${base}assets/*`, { ...common, ...WORKER_ISOLATION_HEADERS }),
  ].join("");
}

function rule(path: string, headers: Readonly<Record<string, string>>): string {
  return [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n");
}
