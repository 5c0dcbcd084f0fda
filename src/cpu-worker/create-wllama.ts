import { CacheManager, Wllama, type WllamaConfig } from "@wllama/wllama/esm/index.js";
import compatWasm from "@wllama/wllama-compat/wasm/wllama.wasm?url";
import wasm from "@wllama/wllama/esm/wasm/wllama.wasm?url";

/** The library's storage, which is not used: without one, its constructor throws where OPFS is missing (WebKitGTK). */
const NO_STORAGE = {
  isSupported: () => true,
  read: async () => null,
  write: () => Promise.reject(new Error("Nothing is stored here.")),
  getSize: async () => -1,
  list: async () => [],
  delete: async () => {},
};

/** llama.cpp without a model, from files of our build only. */
export function createWllama(logger: NonNullable<WllamaConfig["logger"]>): Wllama {
  const wllama = new Wllama({ default: wasm }, { logger, cacheManager: new CacheManager([NO_STORAGE]) });
  // For browsers without JSPI or 64-bit memories. By default the library would load it from a host of others. Its code
  // is a file that the library need not know of (tools/vite/wllama-workers.ts).
  wllama.setCompat({ worker: { code: " " }, wasm: compatWasm });
  return wllama;
}
