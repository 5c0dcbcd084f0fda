/** A model in a CPU worker, which llama.cpp runs. */
import { EngineError } from "../../contract/engine-error.ts";
import { deferred } from "../../util/deferred.ts";
import { type CpuCommand, cpuEventSchema, type CpuEvent } from "../../wire/cpu-engine-messages.ts";
import { WIRE_VERSION as v } from "../../wire/version.ts";
import type { ReplyRequest, ReplyStep, Runtime } from "../local/runtime.ts";
import { cpuError, isFatal } from "./cpu-engine-error.ts";
import type { CpuWorker } from "./cpu-worker.ts";
import type { ProjectorLimits } from "./projector/projector.ts";
import { replyCommand, type ReplyTranslation } from "./reply-command.ts";
import { createStepQueue, type StepQueue } from "./step-queue.ts";

export interface CpuLoadRequest extends ReplyTranslation {
  /** A GGUF file, or the parts of a split one in order. */
  readonly files: readonly Blob[];
  /** Absent for a model that takes no images. */
  readonly projector?: ProjectorLimits & { readonly file: Blob };
  /** Tokens of prompt and reply together. */
  readonly contextLength: number;
  /** As many as the worker may use at most. */
  readonly threads: number;
  /** `fraction` of the files that is read, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

export interface CpuRuntime extends Runtime {
  /** Threads that it uses: one if more do not pay there. */
  readonly threads: number;
}

interface RunningReply {
  readonly queue: StepQueue;
  decoded: string;
}

/**
 * Loads a model in a new CPU worker, which belongs to the runtime from then on.
 *
 * @throws {EngineError} and ends the worker
 */
export async function loadCpuRuntime(worker: CpuWorker, request: CpuLoadRequest): Promise<CpuRuntime> {
  const { port, ended } = worker;
  const loaded = deferred<number>();
  const replies = new Map<number, RunningReply>();
  let isAlive = true;
  let lastId = 0;
  const send = (command: CpuCommand) => port.postMessage(command);

  function end(error: unknown): void {
    isAlive = false;
    loaded.reject(error);
    for (const { queue } of replies.values()) queue.fail(error);
  }

  function receive(event: CpuEvent): void {
    switch (event.type) {
      case "load-progress":
        return request.onProgress(event.fraction);
      case "loaded":
        return loaded.resolve(event.threads);
      case "load-failed":
        return loaded.reject(cpuError(event.kind, event.detail));
    }
    const reply = replies.get(event.id);
    if (reply === undefined) return;
    if (event.type !== "reply-failed") return reply.queue.push(stepOf(reply, event));
    const error = cpuError(event.kind, event.detail);
    if (isFatal(event.kind)) end(error);
    else reply.queue.fail(error);
  }

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const parsed = cpuEventSchema.safeParse(data);
    if (parsed.success) receive(parsed.data);
    else end(ofAnotherVersion(parsed.error));
  };
  const onEnded = () => end(ended.reason);
  if (ended.aborted) onEnded();
  else ended.addEventListener("abort", onEnded, { once: true });

  async function* reply(replyRequest: ReplyRequest): AsyncGenerator<ReplyStep, undefined> {
    if (!isAlive) throw new EngineError("unavailable", "The engine for the CPU has ended: try again.");
    lastId += 1;
    const id = lastId;
    const queue = createStepQueue();
    const command = replyCommand(id, replyRequest, request);
    replies.set(id, { queue, decoded: "" });
    try {
      send(command);
      let step: ReplyStep;
      do {
        step = await queue.next();
        yield step;
      } while (step.type !== "end");
    } finally {
      replies.delete(id);
    }
  }

  try {
    const { files, projector, contextLength, threads } = request;
    send({
      v,
      type: "load",
      files: [...files],
      ...(projector && { projector }),
      contextLength,
      threads,
    });
    const usedThreads = await loaded.promise;
    return {
      threads: usedThreads,
      reply,
      interrupt() {
        for (const id of replies.keys()) send({ v, type: "cancel", id });
      },
      isAlive: async () => isAlive,
      async unload() {
        end(new EngineError("unavailable", "The model was unloaded: try again."));
        worker.terminate();
      },
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

function ofAnotherVersion(cause: unknown): EngineError {
  const message = "The page that runs the engine is of another version: reload it.";
  return new EngineError("unavailable", message, undefined, { cause });
}

function stepOf(
  reply: RunningReply,
  event: CpuEvent & { readonly type: "prefill" | "token" | "end" },
): ReplyStep {
  switch (event.type) {
    case "prefill":
      return { type: "prefill", fraction: event.fraction };
    case "token": {
      reply.decoded += event.text;
      const { decoded } = reply;
      return { type: "token", decoded, ...(event.top && { logprobs: { top: event.top } }) };
    }
    case "end": {
      const { reason, promptTokens, cachedTokens, completionTokens } = event;
      return { type: "end", decoded: reply.decoded, reason, promptTokens, cachedTokens, completionTokens };
    }
  }
}
