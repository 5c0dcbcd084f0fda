/** Gets a whole file, over as many connections as it takes. */
import { EngineError } from "../contract/engine-error.ts";
import type { PartialFiles } from "./partial-files.ts";
import { openTransfer, otherFile, OtherFileError, unreachable } from "./transfer.ts";
import { sleep } from "../util/sleep.ts";

export interface RemoteFile {
  readonly url: URL;
  /** Its length. Null where nobody knows it: such a file starts over when the connection breaks. */
  readonly bytes: number | null;
  /** Where its parts are kept until it is complete. */
  readonly key: string;
}

export interface FetchFileOptions {
  readonly partials: PartialFiles;
  readonly fetch: typeof fetch;
  /** Aborting it keeps what has arrived. */
  readonly signal?: AbortSignal;
  /** Called with the bytes that are here. They get fewer only where the host makes the file start over. */
  readonly onBytes?: (received: number) => void;
  /** Called with a line when the connection broke and is tried again. */
  readonly onProblem?: (problem: string) => void;
  /** How long to wait before each new try, in milliseconds. */
  readonly retryDelaysMs?: readonly number[];
}

const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000];
/** A connection that brought this many bytes counts as good: the tries begin anew after it. */
const MIN_GAIN_BYTES = 2 ** 20;
/** How much is collected before it is written down, and for how long: what a closed browser may lose. */
const MAX_UNSAVED_BYTES = 4 * 2 ** 20;
const MAX_UNSAVED_MS = 3_000;

/**
 * Fetch a file. Its parts stay where they are, for the caller to remove when it has dealt with the content; a failure
 * keeps them too, but for one which shows that the host has another file.
 *
 * @throws {EngineError} `unavailable` where the host cannot be reached, `failed` where it gives something else
 */
export async function fetchFile(
  file: RemoteFile,
  options: FetchFileOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { partials, signal, onProblem, retryDelaysMs = RETRY_DELAYS_MS } = options;
  const delays = [...retryDelaysMs];
  for (;;) {
    const before = await partials.size(file.key);
    try {
      return await receive(file, options);
    } catch (error) {
      if (error instanceof OtherFileError) await partials.remove(file.key);
      if (!(error instanceof EngineError) || error.code !== "unavailable") throw error;
      const gained = (await partials.size(file.key)) - before;
      if (gained >= MIN_GAIN_BYTES) delays.splice(0, delays.length, ...retryDelaysMs);
      const delay = delays.shift();
      if (delay === undefined) throw error;
      onProblem?.(`${error.message} It is tried again.`);
      await sleep(delay, signal);
    }
  }
}

/** One connection. What it brings is written down, however it ends. */
async function receive(
  { url, bytes, key }: RemoteFile,
  { partials, fetch, signal, onBytes }: FetchFileOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  signal?.throwIfAborted();
  const size = bytes === null ? 0 : await partials.size(key);
  if (size === bytes) return partials.read(key, size);
  // More than the whole file: it has changed since.
  const kept = size > (bytes ?? 0) ? 0 : size;
  const transfer = await openTransfer({ url, from: kept, bytes, fetch, signal });
  if (transfer.from === 0) await partials.remove(key);

  let written = transfer.from;
  let received = transfer.from;
  let pending: Uint8Array<ArrayBuffer>[] = [];
  let writtenAt = performance.now();
  const write = async () => {
    const part = joined(pending, received - written);
    if (part.length > 0) await partials.append(key, written, part);
    pending = [];
    written = received;
    writtenAt = performance.now();
  };
  try {
    for await (const chunk of transfer.chunks) {
      if (bytes !== null && received + chunk.length > bytes) {
        throw otherFile(url, `it is longer than ${bytes} bytes`);
      }
      pending.push(chunk);
      received += chunk.length;
      onBytes?.(received);
      const due = received - written >= MAX_UNSAVED_BYTES || performance.now() - writtenAt >= MAX_UNSAVED_MS;
      if (bytes !== null && due && received < bytes) await write();
    }
    // A proxy that gives up, or a host that restarts, may end the body as if it were whole.
    if (bytes !== null && received < bytes) {
      throw unreachable(url, `it ended after ${received} of ${bytes} bytes`);
    }
  } catch (error) {
    const useful = bytes !== null && !(error instanceof OtherFileError);
    if (useful) await write();
    throw error;
  }
  const content = written === 0 ? new Uint8Array(received) : await partials.read(key, received);
  content.set(joined(pending, received - written), written);
  return content;
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
