import { Mutex } from "../util/mutex.ts";
import { batchSize } from "./batch-size.ts";
import { isSlowForThreads, measureSpeed, speedOf } from "./decode-speed.ts";
import { type Llama, type LlamaOptions, openLlama } from "./llama.ts";

export interface ModelOptions extends Omit<LlamaOptions, "batch"> {
  readonly projector?: NonNullable<LlamaOptions["projector"]> & {
    /** Tokens that have to be processed at once, whatever the model's size. */
    readonly minBatch: number;
  };
}

/** A loaded model. */
export type Model = Pick<Llama, "threads" | "reply">;

/**
 * llama.cpp copies the state of a conversation that loses its slot to memory, up to 8 GiB, and the library has no option
 * for it (`cache_ram_mib` in llama.cpp's `common.h`; b11364). So the model is loaded again once this many bytes may have
 * been copied.
 */
const MAX_COPIED_BYTES = 2 ** 30;

/**
 * Loads a model, with one thread if more do not pay. It is loaded again between replies, when its threads or its memory
 * ask for it.
 *
 * @param onProgress called with the fraction of the files that is read
 * @throws {LlamaError}
 */
export async function loadModel(
  options: ModelOptions,
  onProgress: (fraction: number) => void,
  open: typeof openLlama = openLlama,
): Promise<Model> {
  const minBatch = options.projector?.minBatch ?? 0;
  const bytes = options.files.reduce((sum, { size }) => sum + size, 0);
  const start = (threads: number, onProgress: (fraction: number) => void = () => {}) =>
    open({ ...options, threads, batch: Math.max(batchSize(bytes, threads), minBatch) }, onProgress);

  const starting = new Mutex();
  let running = 0;
  let copiedBytes = 0;
  let isSlow = false;
  let llama = await start(options.threads, onProgress);
  /** False where several threads were found to be the best that a slow device has. */
  let mayBeOne = llama.threads > 1;
  if (mayBeOne) await compareWithOne();

  async function compareWithOne(): Promise<void> {
    const speed = await measureSpeed(llama, bytes);
    if (!isSlowForThreads(speed)) return;
    await restart(1);
    mayBeOne = false;
    if ((await measureSpeed(llama, bytes)) < speed) await restart(options.threads);
  }

  async function restart(threads: number): Promise<void> {
    await llama.close();
    llama = await start(threads);
    copiedBytes = 0;
  }

  async function refresh(): Promise<void> {
    if (running > 0) return;
    if (isSlow) {
      isSlow = false;
      mayBeOne = false;
      await restart(1);
    } else if (copiedBytes > MAX_COPIED_BYTES) {
      await restart(llama.threads);
    }
  }

  return {
    get threads() {
      return llama.threads;
    },
    async reply(command, handlers, signal) {
      await starting.runExclusive(async () => {
        await refresh();
        running += 1;
      });
      try {
        const result = await llama.reply(command, handlers, signal);
        const { promptTokens, cachedTokens, completionTokens } = result;
        copiedBytes += (promptTokens - cachedTokens + completionTokens) * llama.tokenBytes;
        isSlow ||= mayBeOne && isSlowForThreads(speedOf(result, bytes));
        return result;
      } finally {
        running -= 1;
      }
    },
  };
}
