/** Several threads of llama.cpp, which share memory in an isolated page. */
import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { expect, test } from "../../support/cpu-test.ts";

const GGUF = "/models/smollm2-135m-instruct/SmolLM2-135M-Instruct.Q4_1.gguf";
const PARIS = "<|im_start|>user\nWhat is the capital of France?<|im_end|>\n<|im_start|>assistant\n";

test("two threads answer as one does", async ({ cpuPage }) => {
  const { isIsolated, replies } = await cpuPage.evaluate(
    async ([gguf, paris]) => {
      const replies = [];
      for (const threads of [1, 2]) {
        const engine = await cpu.loadCpu(gguf, { threads, measured: false });
        const { end } = await engine.reply(paris);
        replies.push({ threads: engine.threads, decoded: end.decoded });
        await engine.close();
      }
      return { isIsolated: crossOriginIsolated, replies };
    },
    [GGUF, PARIS] as const,
  );
  expect(isIsolated).toBe(true);
  const decoded = expect.stringContaining("Paris");
  expect(replies).toEqual([
    { threads: 1, decoded },
    { threads: 2, decoded },
  ]);
  expect(replies[1]?.decoded).toBe(replies[0]?.decoded);
});

test("the load falls to one thread where the cores are busy", { tag: "@long" }, async ({ cpuPage }) => {
  const busy = Array.from({ length: availableParallelism() }, keepBusy);
  try {
    const { threads, decoded } = await cpuPage.evaluate(
      async ([gguf, paris]) => {
        const engine = await cpu.loadCpu(gguf, { threads: 2 });
        const { end } = await engine.reply(paris);
        return { threads: engine.threads, decoded: end.decoded };
      },
      [GGUF, PARIS] as const,
    );
    expect({ threads, decoded }).toEqual({ threads: 1, decoded: expect.stringContaining("Paris") });
  } finally {
    for (const child of busy) child.kill();
  }
});

/** A process that takes a whole core. */
function keepBusy(): ChildProcess {
  return spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
}
