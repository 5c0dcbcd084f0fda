import type { SizeLimitConfig } from "size-limit";
import { moduleGraph } from "./cli/check/module-graph.ts";

const DIST = "dist";

function budget(name: string, entry: string, limit: string): SizeLimitConfig[number] {
  return { name, limit, gzip: true, path: moduleGraph(DIST, entry).map((file) => `${DIST}/${file}`) };
}

/** What is loaded before anything answers, gzipped; engines and the SDK come when they are needed. */
export default [
  budget("service worker", "sw.js", "60 kB"),
  budget("public entry", "insitu.js", "19 kB"),
  budget("the app's first load", "index.html", "80 kB"),
] satisfies SizeLimitConfig;
