/** Downloads a whole file, over as many connections as it takes. */
import { FileReceiver } from "./file-receiver.ts";
import { ModelError } from "./model-error.ts";
import type { PartialFiles } from "./partial-files.ts";
import { downloadError, openTransfer } from "./transfer.ts";
import { sleep } from "../util/sleep.ts";

export interface RemoteFile {
  readonly url: URL;
  /** Where the file is a part of the one at `url`: its first byte there. The host has to honour ranges. */
  readonly offset?: number | undefined;
  /** Length of the file. Null where it is not known: such a file starts over when the connection breaks. */
  readonly bytes: number | null;
  /** The key of its parts until it is complete. */
  readonly key: string;
}

export interface FetchFileOptions {
  readonly partials: PartialFiles;
  readonly fetch: typeof fetch;
  /** Aborting it keeps the bytes received so far. */
  readonly signal?: AbortSignal;
  /** Called with the number of bytes present. It falls only where the host makes the file start over. */
  readonly onBytes?: (received: number) => void;
  /** Called with one line for a person when the connection broke and will be retried. */
  readonly onProblem?: (problem: string) => void;
  /** Delay before each retry, in milliseconds. */
  readonly retryDelaysMs?: readonly number[];
}

const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000];
/** A connection that brought this many bytes resets the retries. */
const MIN_GAIN_BYTES = 2 ** 20;

/**
 * Download a file. Its parts stay in `partials`, for the caller to remove once it has stored the content. A failure
 * keeps them for the next attempt, except for `damaged`: they belong to another file then.
 *
 * @throws {ModelError} `unreachable`, `damaged`, `no-space` or `failed`
 */
export async function fetchFile(
  file: RemoteFile,
  options: FetchFileOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { partials, signal, onProblem, retryDelaysMs = RETRY_DELAYS_MS } = options;
  let remainingDelaysMs = [...retryDelaysMs];
  for (;;) {
    const before = await partials.size(file.key);
    try {
      return await fetchOnce(file, options);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (error.code === "damaged") await partials.remove(file.key);
      if (error.code !== "unreachable") throw error;
      const gained = (await partials.size(file.key)) - before;
      if (gained >= MIN_GAIN_BYTES) remainingDelaysMs = [...retryDelaysMs];
      const delayMs = remainingDelaysMs.shift();
      if (delayMs === undefined) throw error;
      onProblem?.(`${error.message} Retrying.`);
      await sleep(delayMs, signal);
    }
  }
}

/** One connection. The bytes it brings are saved, however it ends. */
async function fetchOnce(
  { url, offset, bytes, key }: RemoteFile,
  { partials, fetch, signal, onBytes }: FetchFileOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  signal?.throwIfAborted();
  const size = bytes === null ? 0 : await partials.size(key);
  if (size === bytes) return partials.read(key, size);
  // More bytes than the file has: it has changed since.
  const from = size > (bytes ?? 0) ? 0 : size;
  const transfer = await openTransfer({ url, from, offset, bytes, fetch, signal });
  if (transfer.from === 0) await partials.remove(key);

  const receiver = new FileReceiver(partials, key, transfer.from);
  try {
    for await (const chunk of transfer.chunks) {
      if (bytes !== null && receiver.receivedBytes + chunk.length > bytes) {
        throw downloadError("damaged", url, `it is longer than ${bytes} bytes`);
      }
      receiver.add(chunk);
      onBytes?.(receiver.receivedBytes);
      if (bytes !== null && receiver.isSaveDue && receiver.receivedBytes < bytes) await receiver.save();
    }
    // A proxy that gives up, or a host that restarts, may end the body as if it were complete.
    if (bytes !== null && receiver.receivedBytes < bytes) {
      throw downloadError("unreachable", url, `it ended after ${receiver.receivedBytes} of ${bytes} bytes`);
    }
  } catch (error) {
    const isUseful = bytes !== null && !(error instanceof ModelError && error.code === "damaged");
    if (isUseful) await receiver.save();
    throw error;
  }
  return receiver.content();
}
