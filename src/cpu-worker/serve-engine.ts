import { deferred } from "../util/deferred.ts";
import { messageOf } from "../util/message-of.ts";
import {
  cpuCommandSchema,
  type CpuEvent,
  type CpuFailure,
  type LoadCommand,
  type ReplyCommand,
  type TopTokens,
} from "../wire/cpu-engine-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { LlamaError } from "./llama-error.ts";
import { loadModel, type Model } from "./load-model.ts";

/** WebKitGTK has no shared memory even where it is isolated. */
const HAS_THREADS = globalThis.crossOriginIsolated && typeof SharedArrayBuffer === "function";

/** Runs what arrives on the port of the host's engine: one load, then replies. */
export function serveEngine(port: MessagePort, load: typeof loadModel = loadModel): void {
  const tell = (event: CpuEvent) => port.postMessage(event);
  const { promise: model, resolve: modelLoaded } = deferred<Model>();
  const cancels = new Map<number, AbortController>();

  async function loadFiles({ files, projector, contextLength, threads }: LoadCommand): Promise<void> {
    try {
      const options = {
        files,
        ...(projector && { projector }),
        contextLength,
        threads: HAS_THREADS ? threads : 1,
      };
      const loaded = await load(options, (fraction) => tell({ v, type: "load-progress", fraction }));
      modelLoaded(loaded);
      tell({ v, type: "loaded", threads: loaded.threads });
    } catch (error) {
      tell({ v, type: "load-failed", ...failureOf(error) });
    }
  }

  async function runReply(command: ReplyCommand): Promise<void> {
    const { id } = command;
    const cancel = new AbortController();
    cancels.set(id, cancel);
    const handlers = {
      onPrefill: (fraction: number) => tell({ v, type: "prefill", id, fraction }),
      onToken: (text: string, top: TopTokens | undefined) =>
        tell({ v, type: "token", id, text, ...(top && { top }) }),
    };
    try {
      const { reply } = await model;
      const result = await reply(command, handlers, cancel.signal);
      const { reason, promptTokens, cachedTokens, completionTokens } = result;
      tell({ v, type: "end", id, reason, promptTokens, cachedTokens, completionTokens });
    } catch (error) {
      tell({ v, type: "reply-failed", id, ...failureOf(error) });
    } finally {
      cancels.delete(id);
    }
  }

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const parsed = cpuCommandSchema.safeParse(data);
    if (!parsed.success) {
      // The host is of another build. It cannot read this either, and asks for another worker.
      tell({ v, type: "load-failed", kind: "other", detail: messageOf(parsed.error) });
      return;
    }
    const command = parsed.data;
    if (command.type === "load") void loadFiles(command);
    else if (command.type === "reply") void runReply(command);
    else cancels.get(command.id)?.abort();
  };
}

function failureOf(error: unknown): { kind: CpuFailure; detail: string } {
  return { kind: error instanceof LlamaError ? error.kind : "other", detail: messageOf(error) };
}
