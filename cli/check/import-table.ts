/**
 * The rooms below `src/` and the rooms that each may import. Paths are relative to `src/`; one that
 * ends in `/` stands for everything below it but rooms within it. The most specific row that holds a file applies
 * to it, and a file may always import from its own row. Tests may import anything.
 */
export interface ImportRule {
  /** Our own modules and folders. */
  readonly code?: readonly string[];
  /** Our own modules and folders of which only types may be imported. */
  readonly types?: readonly string[];
  /** Packages, with their subpaths. */
  readonly packages?: readonly string[];
}

export const IMPORT_TABLE: Readonly<Record<string, ImportRule>> = {
  "util/": {},
  "openai/": { code: ["util/"], packages: ["zod"] },
  "scope/": {},
  "contract/": { code: ["openai/"], packages: ["zod/mini"] },
  "engine/": {
    code: ["contract/", "openai/", "util/"],
    packages: ["zod/mini", "@huggingface/tokenizers"],
  },
  "engine/jinja/": {
    code: ["engine/", "contract/", "openai/", "util/"],
    packages: ["@huggingface/jinja"],
  },
  "engine/local/": { code: ["engine/", "contract/", "openai/", "models/", "util/"] },
  "engine/web-llm/": {
    code: ["engine/", "engine/local/", "contract/", "openai/", "models/", "scope/", "util/"],
    packages: ["zod/mini", "@huggingface/tokenizers", "@mlc-ai/web-llm"],
  },
  "engine/wllama/": {
    code: [
      "engine/",
      "engine/jinja/",
      "engine/local/",
      "gguf/",
      "contract/",
      "openai/",
      "models/",
      "format/",
      "scope/",
      "wire/",
      "util/",
    ],
    packages: ["zod/mini"],
  },
  "gguf/": { code: ["util/"] },
  "wire/": { code: ["contract/", "util/"], packages: ["zod/mini"] },
  "format/": {},
  "config/": {
    code: ["contract/"],
    packages: ["zod/mini", "virtual:insitu-config", "virtual:insitu-catalogue"],
  },
  "models/": {
    code: ["format/", "scope/", "util/"],
    types: ["config/", "contract/", "store/"],
    packages: ["@noble/hashes"],
  },
  "server/": {
    code: ["openai/", "contract/", "util/"],
    types: ["store/", "config/"],
    packages: ["zod/mini"],
  },
  "broker/": { code: ["wire/", "contract/", "scope/", "util/"] },
  "store/": { code: ["contract/", "scope/", "util/"], packages: ["idb", "zod/mini"] },
  "service-worker/": {
    code: ["server/", "broker/", "store/", "wire/", "contract/", "config/", "scope/", "util/"],
    packages: ["workbox-precaching"],
  },
  "engine-worker/": {
    code: [
      "wire/",
      "contract/",
      "engine/",
      "engine/local/",
      "engine/web-llm/",
      "engine/wllama/",
      "cpu-worker/main.ts?worker&url",
      "models/",
      "config/",
      "store/",
      "scope/",
      "util/",
    ],
  },
  "cpu-worker/": {
    code: ["wire/", "scope/", "util/"],
    packages: ["zod/mini", "@wllama/wllama", "@wllama/wllama-compat"],
  },
  "page/": {
    code: [
      "wire/",
      "contract/",
      "models/",
      "store/",
      "config/",
      "scope/",
      "engine-worker/main.ts?worker&url",
      "cpu-worker/main.ts?worker&url",
      "util/",
    ],
    packages: ["zod/mini", "workbox-window"],
  },
  // The app uses only the public entry and the stock SDK, like any other app. It formats sizes as the service does,
  // and the names of its stored data include the scope.
  "app/": {
    code: ["index.ts", "format/", "scope/", "util/"],
    packages: [
      "openai",
      "preact",
      "@preact/signals",
      "@tanstack/virtual-core",
      "dompurify",
      "highlight.js",
      "idb",
      "marked",
      "zod/mini",
    ],
  },
  "index.ts": { code: ["page/"] },
  "openai-sdk.ts": { packages: ["openai"] },
};
