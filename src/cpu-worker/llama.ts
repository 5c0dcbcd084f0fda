/** llama.cpp with one model, by `@wllama/wllama`. Its code runs in workers of its own, so calls here never block. */
import * as z from "zod/mini";
import { messageOf } from "../util/message-of.ts";
import type { ReplyCommand } from "../wire/cpu-engine-messages.ts";
import { completionOptions } from "./completion-options.ts";
import { createWllama } from "./create-wllama.ts";
import { loadFailureKind, replyFailureKind } from "./failure-kind.ts";
import { keyValueBytes } from "./key-value-bytes.ts";
import { LlamaError } from "./llama-error.ts";
import { generateReply, type ReplyHandlers, type ReplyResult } from "./generate-reply.ts";
import { imagePixels } from "./image-pixels.ts";
import { createNativeLog } from "./native-log.ts";
import { reportReads } from "./report-reads.ts";

/**
 * Conversations whose prefixes stay in the KV cache. They share its cells, so more of them need no more memory, and each
 * may fill the whole context.
 */
const SLOTS = 4;

/** The part of the library's description of a loaded model that is not in its types. */
const contextInfoSchema = z.object({ media_marker: z.string() });

export interface LlamaOptions {
  /** A GGUF file, or the parts of a split one in order. */
  readonly files: readonly Blob[];
  /** The projector; absent for a model that takes no images. */
  readonly projector?: {
    /** A GGUF file. */
    readonly file: Blob;
    /** Limit of the tokens of an image; absent for llama.cpp's own. */
    readonly maxTokens?: number;
  };
  /** Tokens of prompt and reply together. */
  readonly contextLength: number;
  readonly threads: number;
  /** Tokens that are processed at once. A cancel waits for the end of its batch. */
  readonly batch: number;
}

export interface Llama {
  /** Threads that it uses: fewer than asked for where the page is not cross-origin isolated. */
  readonly threads: number;
  /** Bytes of KV cache for one token. */
  readonly tokenBytes: number;
  /**
   * Generates a reply. Several may run at once.
   *
   * @param signal ends the reply after its current batch, as if it had stopped by itself
   * @throws {LlamaError}
   */
  reply(command: ReplyCommand, handlers: ReplyHandlers, signal: AbortSignal): Promise<ReplyResult>;
  /** Ends it and frees its memory. */
  close(): Promise<void>;
}

/**
 * Loads a model.
 *
 * @param onProgress called with the fraction of the files that is read
 * @throws {LlamaError}
 */
export async function openLlama(
  options: LlamaOptions,
  onProgress: (fraction: number) => void,
): Promise<Llama> {
  const { contextLength, threads, batch, projector } = options;
  const files = projector === undefined ? options.files : [...options.files, projector.file];
  const log = createNativeLog();
  const wllama = createWllama(log.logger);
  try {
    await Promise.race([
      // The library knows the projector by the architecture in its header.
      wllama.loadModel(reportFiles(files, onProgress), {
        n_ctx: contextLength,
        n_threads: threads,
        n_batch: batch,
        n_ubatch: batch,
        n_parallel: SLOTS,
        kv_unified: true,
        // It would copy every idle slot's state to memory at every request.
        cache_idle_slots: false,
        n_gpu_layers: 0,
        mmproj_offload: false,
        ...(projector?.maxTokens !== undefined && { image_max_tokens: projector.maxTokens }),
      }),
      log.workerFailure,
    ]);
    // The library ignores the result of a failed load.
    if (wllama.getModelMetadata().hparams.nVocab === 0) throw new Error("llama.cpp did not load the model.");
  } catch (error) {
    const detail = [log.takeErrors(), messageOf(error)].join("\n").trim();
    await wllama.exit();
    throw new LlamaError(loadFailureKind(detail), detail, { cause: error });
  }
  log.takeErrors();
  const { media_marker: mediaMarker } = contextInfoSchema.parse(wllama.getLoadedContextInfo());

  return {
    threads: wllama.getNumThreads(),
    tokenBytes: keyValueBytes(wllama.getModelMetadata()),
    async reply(command, handlers, signal) {
      try {
        const options = {
          ...completionOptions(command, { contextLength, mediaMarker }),
          // The library takes them in our build (tools/vite/wllama-workers.ts).
          files: await imagesOf(command),
        };
        return await Promise.race([generateReply(wllama, options, handlers, signal), log.workerFailure]);
      } catch (error) {
        const detail = [messageOf(error), log.takeErrors()].join("\n").trim();
        // After this error, the library's state is unknown.
        const isFatal = error instanceof Error && error.name === "RuntimeError";
        throw new LlamaError(replyFailureKind(detail, isFatal), detail, { cause: error });
      }
    },
    close: () => wllama.exit(),
  };
}

/** The images of a prompt in order, one decoded at a time. */
async function imagesOf({ prompt }: ReplyCommand): Promise<readonly ArrayBuffer[]> {
  const images: ArrayBuffer[] = [];
  for (const piece of prompt) if (typeof piece !== "string") images.push(await imagePixels(piece));
  return images;
}

/** Reports how much of all files is read. */
function reportFiles(files: readonly Blob[], onProgress: (fraction: number) => void): Blob[] {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let read = 0;
  let reported = 0;
  return files.map((file) =>
    reportReads(file, (bytes) => {
      read += bytes;
      // Headers are read more than once.
      const fraction = Math.min(read / total, 1);
      // There are thousands of reads.
      if (fraction < reported + 0.01) return;
      reported = fraction;
      onProgress(fraction);
    }),
  );
}
