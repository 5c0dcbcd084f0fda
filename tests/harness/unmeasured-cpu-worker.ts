/** A CPU worker that keeps the threads that it is asked for, however slow they are. For tests only. */
import { batchSize } from "../../src/cpu-worker/batch-size.ts";
import { openLlama } from "../../src/cpu-worker/llama.ts";
import { serveEngine } from "../../src/cpu-worker/serve-engine.ts";

addEventListener("message", ({ ports: [engine] }) => {
  if (engine === undefined) return;
  serveEngine(engine, (options, onProgress) => {
    const bytes = options.files.reduce((sum, { size }) => sum + size, 0);
    return openLlama({ ...options, batch: batchSize(bytes, options.threads) }, onProgress);
  });
});
