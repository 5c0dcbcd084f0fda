/**
 * Builds the workers of `@wllama/wllama` as files. The library keeps their code as strings and starts them from `blob:`
 * URLs, which `worker-src 'self'` forbids (3.8.1, `src/worker.ts` and `src/workers-code/generated.ts`). Also lets a raw
 * completion have images, which the library passes on for chats only (`src/wllama.ts`).
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { replaceOnce, stringConstants } from "./module-edits.ts";

const { resolve } = createRequire(import.meta.url);

/** Scripts of one build of llama.cpp: its worker, and the threads that the worker starts. */
interface WorkerFiles {
  readonly worker: string;
  readonly thread: string;
  readonly threadName: string;
}

/** Emits the workers' files, makes the library start them, and lets its raw completions have images. */
export function wllamaWorkers(): Plugin {
  return {
    name: "insitu:wllama-workers",
    apply: "build",
    transform: {
      filter: { id: /\/@wllama\/wllama\/esm\/index\.js$/ },
      handler(code) {
        const compat = readFileSync(resolve("@wllama/wllama-compat/wasm/wllama.js"), "utf8");
        const { builds, module } = splitLibrary(code, compat);
        const constants = Object.entries(builds).map(([name, { worker, thread, threadName }]) => {
          this.emitFile({ type: "asset", fileName: `assets/${threadName}`, source: thread });
          const file = this.emitFile({ type: "asset", name: "wllama-worker.js", source: worker });
          return `const ${name} = import.meta.ROLLUP_FILE_URL_${file};`;
        });
        return [...constants, ADMIT_WORKERS, module].join("\n");
      },
    },
  };
}

/** URLs of the workers, as constants of the library's module. */
const DEFAULT_WORKER = "INSITU_DEFAULT_WORKER";
const COMPAT_WORKER = "INSITU_COMPAT_WORKER";

/** Trusted types: the context that loads the library may start these workers, and no other script. */
const ADMIT_WORKERS = `
const insituWorkers = [${DEFAULT_WORKER}, ${COMPAT_WORKER}].map((url) => new URL(url, self.location.href).href);
self.trustedTypes?.createPolicy("default", {
  createScriptURL: (url) => (insituWorkers.includes(new URL(url, self.location.href).href) ? url : null),
});
`;

/**
 * @param code the library's module
 * @param compat Emscripten's code of `@wllama/wllama-compat`
 * @returns the workers' files, and the module without their code, which needs the two constants
 * @throws if the library has changed
 */
export function splitLibrary(
  code: string,
  compat: string,
): { readonly builds: Readonly<Record<string, WorkerFiles>>; readonly module: string } {
  const constant = stringConstants(code);
  const glue = constant("LLAMA_CPP_WORKER_CODE");
  const emscripten = constant("WLLAMA_EMSCRIPTEN_CODE");
  const unused = constant("OPFS_UTILS_WORKER_CODE");
  const stub = constant("JSPI_STUB").value;
  const edits: readonly (readonly [search: string, replacement: string])[] = [
    [glue.source, '""'],
    [emscripten.source, '""'],
    [unused.source, '""'],
    [
      "this.worker = createWorker(completeCode);",
      `this.worker = new Worker(runOptions.compat ? ${COMPAT_WORKER} : ${DEFAULT_WORKER}, {
        type: "module",
        name: JSON.stringify({ ...runOptions, noWebGPU: this.resources.noWebGPU === true }),
      });`,
    ],
    // The worker knows the URL of its thread script.
    ['new Blob([moduleCode], { type: "text/javascript" })', "null"],
    ["return new Worker(workerURL", 'throw new Error("Workers start from files here.", workerURL'],
    // llama.cpp takes images with a raw prompt, too. The library would write them into the options' JSON.
    ["let files = [];", "let { files = [], ...rest } = options; options = rest;"],
  ];
  return {
    builds: {
      [DEFAULT_WORKER]: workerFiles(stub + emscripten.value, glue.value),
      [COMPAT_WORKER]: workerFiles(stub + compat, glue.value),
    },
    module: edits.reduce((text, [search, replacement]) => replaceOnce(text, search, replacement), code),
  };
}

/** The worker gets the options that the library writes into its code as JSON in its name. */
function workerFiles(emscripten: string, glue: string): WorkerFiles {
  const hash = createHash("sha256").update(emscripten).digest("base64url").slice(0, 8);
  const threadName = `wllama-thread-${hash}.js`;
  const main = replaceOnce(emscripten, "var Module", "var ___Module");
  const worker = [
    "const RUN_OPTIONS = JSON.parse(self.name);",
    `const THREAD_SCRIPT = new URL(${JSON.stringify(threadName)}, self.location.href).href;`,
    // Trusted types: the only script that this worker may start.
    "self.trustedTypes?.createPolicy('default', { createScriptURL: (url) => (url === THREAD_SCRIPT ? url : null) });",
    "if (RUN_OPTIONS.noWebGPU) Object.defineProperty(WorkerNavigator.prototype, 'gpu', { get: () => ({ requestAdapter: async () => null }) });",
    `function wModuleInit() { ${main}; return Module; }`,
    replaceOnce(glue, "? argMainScriptBlob", "? THREAD_SCRIPT"),
  ].join("\n");
  return { worker, thread: emscripten, threadName };
}
