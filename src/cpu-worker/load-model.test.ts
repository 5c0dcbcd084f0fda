import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { batchSize } from "./batch-size.ts";
import type { Llama, LlamaOptions } from "./llama.ts";
import { loadModel, type ModelOptions } from "./load-model.ts";
import { testReply } from "./testing/test-reply.ts";

const BYTES = 1_000_000;
const handlers = { onPrefill() {}, onToken() {} };

/** A llama.cpp whose tokens take `tokenMs(threads)` milliseconds, and whose prompts are never cached. */
function setUp({
  threads = 2,
  tokenMs = (_threads: number): number => 1,
  tokenBytes = 0,
  ...more
}: Partial<ModelOptions> & {
  readonly tokenMs?: (threads: number) => number;
  readonly tokenBytes?: number;
} = {}) {
  const opened: LlamaOptions[] = [];
  let open = 0;
  async function openLlama(options: LlamaOptions): Promise<Llama> {
    opened.push(options);
    open += 1;
    expect(open, "models in memory").toBe(1);
    return {
      threads: options.threads,
      tokenBytes,
      async reply() {
        const ms = tokenMs(options.threads);
        vi.advanceTimersByTime(111 * ms);
        return {
          reason: "stop",
          promptTokens: 100,
          cachedTokens: 0,
          completionTokens: 11,
          decodeMs: 10 * ms,
        };
      },
      close: async () => void (open -= 1),
    };
  }
  const options = { files: [new Blob([new Uint8Array(BYTES)])], contextLength: 512, threads, ...more };
  const reply = async (model: Awaited<ReturnType<typeof loadModel>>) =>
    model.reply(testReply, handlers, new AbortController().signal);
  return { opened, reply, load: () => loadModel(options, () => {}, openLlama) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const openedThreads = ({ opened }: ReturnType<typeof setUp>) => opened.map(({ threads }) => threads);

it("keeps threads that are fast", async () => {
  const setup = setUp();
  expect((await setup.load()).threads).toBe(2);
  expect(openedThreads(setup)).toEqual([2]);
});

it("falls to one thread where several are slower", async () => {
  const setup = setUp({ tokenMs: (threads) => (threads === 1 ? 5 : 50) });
  expect((await setup.load()).threads).toBe(1);
  expect(openedThreads(setup)).toEqual([2, 1]);
});

it("keeps the threads of a slow device where one is slower still", async () => {
  const setup = setUp({ tokenMs: (threads) => 100 / threads });
  const model = await setup.load();
  expect(model.threads).toBe(2);
  await setup.reply(model);
  await setup.reply(model);
  expect(openedThreads(setup)).toEqual([2, 1, 2]);
});

it("falls to one thread before the reply that follows a slow one", async () => {
  let ms = 1;
  const setup = setUp({ tokenMs: () => ms });
  const model = await setup.load();
  ms = 50;
  await setup.reply(model);
  expect(model.threads).toBe(2);
  await setup.reply(model);
  expect(model.threads).toBe(1);
  await setup.reply(model);
  expect(openedThreads(setup)).toEqual([2, 1]);
});

it("loads the model again before the copies of conversations fill the memory", async () => {
  // A reply's 111 tokens have 0.4 GiB.
  const setup = setUp({ threads: 1, tokenBytes: (0.4 * 2 ** 30) / 111 });
  const model = await setup.load();
  await setup.reply(model);
  await setup.reply(model);
  await setup.reply(model);
  expect(setup.opened).toHaveLength(1);
  await setup.reply(model);
  expect(setup.opened).toHaveLength(2);
});

it("has batches as large as an image whose tokens see one another", async () => {
  const { opened, load } = setUp({ threads: 1, projector: { file: new Blob(["projector"]), minBatch: 500 } });
  await load();
  expect(opened.map(({ batch }) => batch)).toEqual([500]);
});

it("makes batches smaller for larger models, and larger for more threads", () => {
  expect(batchSize(111e6, 1)).toBe(14);
  expect(batchSize(111e6, 2)).toBe(29);
  expect(batchSize(5e9, 1)).toBe(4);
  expect(batchSize(1e6, 1)).toBe(64);
});
