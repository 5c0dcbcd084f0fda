/** llama.cpp in a CPU worker, driven over a port by the host's side of it. Bundled for tests only. */
import { loadCpuRuntime, type CpuRuntime } from "../../src/engine/wllama/cpu-runtime.ts";
import type { ReplyRequest, ReplyStep } from "../../src/engine/local/runtime.ts";
import type { ControlToken } from "../../src/engine/wllama/penalty-bias.ts";
import { startCpuWorker } from "./start-cpu-worker.ts";
import unmeasuredUrl from "./unmeasured-cpu-worker.ts?worker&url";

export interface LoadOptions {
  readonly threads?: number;
  /** False: the threads are used however slow they are. */
  readonly measured?: boolean;
  readonly contextLength?: number;
  readonly controlTokens?: readonly ControlToken[];
  /** Bytes at these places of the file are replaced. */
  readonly damage?: readonly (readonly [position: number, byte: number])[];
}

export interface CpuHarness {
  readonly threads: number;
  /** Fractions that the load reported. */
  readonly progress: readonly number[];
  /** Pulls a reply to its end. `interruptAfter` interrupts it after so many steps of prefill or tokens. */
  reply(
    prompt: string,
    options?: Partial<Omit<ReplyRequest, "prompt">> & { readonly interruptAfter?: InterruptAfter },
  ): Promise<HarnessReply>;
  close(): Promise<void>;
}

type InterruptAfter = { readonly type: "prefill" | "token"; readonly count: number };

export interface HarnessReply {
  readonly end: ReplyStep & { readonly type: "end" };
  readonly texts: readonly string[];
  readonly prefill: readonly number[];
  readonly firstLogprobs: readonly { readonly token: string; readonly logprob: number }[] | undefined;
  /** Milliseconds from the interrupt to the end. */
  readonly interruptMs: number | undefined;
  readonly firstTokenMs: number;
  readonly totalMs: number;
}

export async function loadCpu(gguf: string, options: LoadOptions = {}): Promise<CpuHarness> {
  const { threads = 1, measured = true, contextLength = 2048, damage = [], controlTokens = [] } = options;
  const progress: number[] = [];
  const runtime = await loadCpuRuntime(startCpuWorker(measured ? undefined : unmeasuredUrl), {
    files: [await damaged(gguf, damage)],
    contextLength,
    threads,
    onProgress: (fraction) => progress.push(fraction),
    defaults: {},
    controlTokens,
    promptStart: "",
  });
  return {
    threads: runtime.threads,
    progress,
    reply: (prompt, options = {}) => pull(runtime, prompt, options),
    close: () => runtime.unload(),
  };
}

async function damaged(url: string, damage: NonNullable<LoadOptions["damage"]>): Promise<Blob> {
  const file = await (await fetch(url)).blob();
  if (damage.length === 0) return file;
  const bytes = new Uint8Array(await file.arrayBuffer());
  for (const [position, byte] of damage) bytes[position] = byte;
  return new Blob([bytes]);
}

async function pull(
  runtime: CpuRuntime,
  prompt: string,
  { interruptAfter, ...options }: NonNullable<Parameters<CpuHarness["reply"]>[1]>,
): Promise<HarnessReply> {
  const steps = runtime.reply({
    prompt: [{ type: "text", text: prompt }],
    sampling: { temperature: 0 },
    maxTokens: 16,
    ...options,
  });
  const start = performance.now();
  const counts = { prefill: 0, token: 0, end: 0 };
  const texts: string[] = [];
  const prefill: number[] = [];
  let firstLogprobs: HarnessReply["firstLogprobs"];
  let interrupted: number | undefined;
  let firstTokenMs = 0;
  for (;;) {
    const { value: step } = await steps.next();
    if (step === undefined) throw new Error("The reply ended without its end.");
    counts[step.type] += 1;
    if (step.type === "prefill") prefill.push(step.fraction);
    if (step.type === "token") {
      if (counts.token === 1) {
        firstTokenMs = performance.now() - start;
        firstLogprobs = step.logprobs?.top;
      }
      texts.push(step.decoded);
    }
    if (step.type === "end") {
      const now = performance.now();
      const interruptMs = interrupted === undefined ? undefined : now - interrupted;
      return { end: step, texts, prefill, firstLogprobs, interruptMs, firstTokenMs, totalMs: now - start };
    }
    if (
      interruptAfter !== undefined &&
      interrupted === undefined &&
      counts[interruptAfter.type] >= interruptAfter.count
    ) {
      interrupted = performance.now();
      runtime.interrupt();
    }
  }
}
