import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { splitLibrary } from "./wllama-workers.ts";

const { resolve } = createRequire(import.meta.url);
const library = readFileSync(resolve("@wllama/wllama/esm/index.js"), "utf8");
const compat = readFileSync(resolve("@wllama/wllama-compat/wasm/wllama.js"), "utf8");

describe("the installed library", () => {
  const { builds, module } = splitLibrary(library, compat);

  it("starts its workers from files", () => {
    expect(module).toMatch(/this\.worker = new Worker\(runOptions\.compat \? INSITU_COMPAT_WORKER/);
    expect(module).not.toMatch(/new Worker\(workerURL/);
    expect(module).not.toContain("ENVIRONMENT_IS_PTHREAD");
  });

  it.each(Object.entries(builds))("has a worker that starts only its own threads: %s", (_, build) => {
    expect(build.worker).toContain("RUN_OPTIONS = JSON.parse(self.name)");
    expect(build.worker).toContain(JSON.stringify(build.threadName));
    expect(build.worker).not.toContain("argMainScriptBlob\n      :");
    // The thread script finds out by its name that it is one.
    expect(build.thread).toContain("em-pthread");
  });

  it("passes the images of a raw completion on", () => {
    expect(module).toMatch(/files = \[\], \.\.\.rest \} = options;[^]*files: files\.map/);
  });

  it("has two builds", () => {
    const names = Object.values(builds).map(({ threadName }) => threadName);
    expect(new Set(names).size).toBe(2);
  });
});

it.each([
  ["createWorker(completeCode)", "startWorker(completeCode)"],
  ["var LLAMA_CPP_WORKER_CODE =", "var LLAMA_WORKER ="],
  ['new Blob([moduleCode], { type: "text/javascript" })', "new Blob([moduleCode])"],
  ["let files = [];", "const files = [];"],
])("fails for a library without %s", (search, replacement) => {
  expect(library).toContain(search);
  expect(() => splitLibrary(library.replace(search, replacement), compat)).toThrow();
});
