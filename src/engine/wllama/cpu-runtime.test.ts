import { afterEach, expect, it } from "vitest";
import { EngineError } from "../../contract/engine-error.ts";
import type { CpuCommand, CpuEvent } from "../../wire/cpu-engine-messages.ts";
import { WIRE_VERSION as v } from "../../wire/version.ts";
import type { ReplyStep } from "../local/runtime.ts";
import { CpuEngineError } from "./cpu-engine-error.ts";
import { loadCpuRuntime } from "./cpu-runtime.ts";

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** A worker that answers every command with what `answer` returns. */
function scriptedWorker(answer: (command: CpuCommand) => readonly object[]) {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const commands: CpuCommand[] = [];
  const ended = new AbortController();
  let isTerminated = false;
  port2.onmessage = ({ data }: MessageEvent<CpuCommand>) => {
    commands.push(data);
    for (const event of answer(data)) port2.postMessage(event);
  };
  const worker = { port: port1, ended: ended.signal, terminate: () => void (isTerminated = true) };
  return { worker, commands, ended, isTerminated: () => isTerminated };
}

const request = {
  files: [new Blob(["gguf"])],
  contextLength: 512,
  threads: 2,
  onProgress: () => {},
  defaults: { temperature: 0.2 },
  controlTokens: [],
  promptStart: "",
};
const replyRequest = { prompt: [{ type: "text", text: "Once" }], sampling: {}, maxTokens: 9 } as const;
const LOADED = { v, type: "loaded", threads: 2 } satisfies CpuEvent;

async function pull(steps: AsyncIterator<ReplyStep, undefined>): Promise<ReplyStep[]> {
  const pulled: ReplyStep[] = [];
  for (;;) {
    const { value } = await steps.next();
    if (value === undefined) return pulled;
    pulled.push(value);
  }
}

it("loads, reports the progress, and yields the steps of a reply", async () => {
  const end = { reason: "length", promptTokens: 3, cachedTokens: 1, completionTokens: 2 } as const;
  const { worker, commands } = scriptedWorker((command) =>
    command.type === "load"
      ? [{ v, type: "load-progress", fraction: 0.5 }, LOADED]
      : [
          { v, type: "prefill", id: 1, fraction: 0.3 },
          { v, type: "token", id: 99, text: "another reply's" },
          { v, type: "token", id: 1, text: "up", top: [{ token: "up", logprob: -1 }] },
          { v, type: "token", id: 1, text: "on" },
          { v, type: "end", id: 1, ...end },
        ],
  );
  const progress: number[] = [];
  const runtime = await loadCpuRuntime(worker, { ...request, onProgress: (part) => progress.push(part) });
  expect(progress).toEqual([0.5]);
  expect(runtime.threads).toBe(2);
  expect(await pull(runtime.reply(replyRequest))).toEqual([
    { type: "prefill", fraction: 0.3 },
    { type: "token", decoded: "up", logprobs: { top: [{ token: "up", logprob: -1 }] } },
    { type: "token", decoded: "upon" },
    { type: "end", decoded: "upon", ...end },
  ]);
  expect(commands[1]).toEqual({
    v,
    type: "reply",
    id: 1,
    prompt: ["Once"],
    maxTokens: 9,
    topLogprobs: 0,
    sampling: { temperature: 0.2, top_p: 1, presence_penalty: 0, frequency_penalty: 0 },
    logitBias: [],
  });
});

it("cancels by its id", async () => {
  const counts = { promptTokens: 3, cachedTokens: 1, completionTokens: 1 };
  const { worker } = scriptedWorker((command) => {
    if (command.type === "load") return [LOADED];
    if (command.type === "reply") return [{ v, type: "token", id: command.id, text: "up" }];
    return [{ v, type: "end", id: command.id, reason: "stop", ...counts }];
  });
  const runtime = await loadCpuRuntime(worker, request);
  const steps = runtime.reply(replyRequest);
  await steps.next();
  runtime.interrupt();
  expect(await pull(steps)).toMatchObject([{ type: "end", completionTokens: 1 }]);
});

it("ends the worker of a failed load", async () => {
  const { worker, isTerminated } = scriptedWorker(() => [
    { v, type: "load-failed", kind: "bad-file", detail: "no GGUF" },
  ]);
  await expect(loadCpuRuntime(worker, request)).rejects.toEqual(new CpuEngineError("bad-file", "no GGUF"));
  expect(isTerminated()).toBe(true);
});

it("fails with the reason when the worker ends, and then at once", async () => {
  const { worker, ended } = scriptedWorker((command) => (command.type === "load" ? [LOADED] : []));
  const runtime = await loadCpuRuntime(worker, request);
  const step = runtime.reply(replyRequest).next();
  const reason = new EngineError("unavailable", "Its page was closed.");
  ended.abort(reason);
  await expect(step).rejects.toBe(reason);
  expect(await runtime.isAlive()).toBe(false);
  await expect(runtime.reply(replyRequest).next()).rejects.toMatchObject({ code: "unavailable" });
});

it.each([
  ["crashed", false],
  ["grammar", true],
] as const)("is alive after a reply that failed with %s: %s", async (kind, isAlive) => {
  const { worker } = scriptedWorker((command) =>
    command.type === "load" ? [LOADED] : [{ v, type: "reply-failed", id: 1, kind, detail: "x" }],
  );
  const runtime = await loadCpuRuntime(worker, request);
  await expect(runtime.reply(replyRequest).next()).rejects.toBeInstanceOf(Error);
  expect(await runtime.isAlive()).toBe(isAlive);
});

it("asks for a reload of a page of another version", async () => {
  const { worker } = scriptedWorker(() => [{ ...LOADED, v: v + 1 }]);
  await expect(loadCpuRuntime(worker, request)).rejects.toMatchObject({ code: "unavailable" });
});
