/** One attempt to get a file, or what is missing of it, over HTTP. */
import { EngineError } from "../contract/engine-error.ts";

export interface TransferOptions {
  readonly url: URL;
  /** How many bytes are here already: only what follows them is asked for. */
  readonly from: number;
  /** The whole file's length; null where nobody knows it. */
  readonly bytes: number | null;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal | undefined;
}

export interface Transfer {
  /** Where the chunks begin: `from`, or 0 where the host gives the whole file all the same. */
  readonly from: number;
  /** Throw `unavailable` where the connection breaks. */
  readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** Statuses of a host that may do better in a moment. */
const TRANSIENT_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Ask for a file.
 *
 * @throws {EngineError} `unavailable` where it may help to ask again, `failed` where the answer is not that file
 */
export async function openTransfer(options: TransferOptions): Promise<Transfer> {
  const response = await request(options);
  try {
    checkAnswer(response, options);
  } catch (error) {
    await response.body?.cancel().catch(() => {});
    throw error;
  }
  return { from: response.status === 206 ? options.from : 0, chunks: read(response, options) };
}

async function request({ url, from, fetch, signal }: TransferOptions): Promise<Response> {
  try {
    return await fetch(url, {
      // The file is kept in Cache Storage: a second copy in the HTTP cache would only take room.
      cache: "no-store",
      credentials: "omit",
      ...(from > 0 && { headers: { range: `bytes=${from}-` } }),
      ...(signal && { signal }),
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw unreachable(url, "the host cannot be reached", error);
  }
}

function checkAnswer(response: Response, { url, from, bytes }: TransferOptions): void {
  const { status, headers, body } = response;
  if (TRANSIENT_STATUSES.has(status)) throw unreachable(url, `the host answered with status ${status}`);
  // There is nothing behind the bytes that are here.
  if (status === 416) throw otherFile(url, "the host has a shorter file");
  if (status !== 200 && (status !== 206 || from === 0)) {
    throw wrongAnswer(url, `the host answered with status ${status}`);
  }
  if (headers.get("content-type")?.startsWith("text/html")) {
    throw wrongAnswer(url, "the host answered with an HTML page");
  }
  if (body === null) throw wrongAnswer(url, "the host answered with nothing");
  // Hosts of another origin need not let us read it.
  const range = headers.get("content-range");
  if (status === 206 && range !== null && !isRest(range, from, bytes)) {
    throw otherFile(url, `the host answered with another part of it (${range})`);
  }
}

/** Whether a `content-range` header speaks of all that follows `from`. */
function isRest(header: string, from: number, bytes: number | null): boolean {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(header) ?? [];
  if (first === undefined || Number(first) !== from) return false;
  if (bytes === null) return true;
  return Number(last) === bytes - 1 && (size === "*" || Number(size) === bytes);
}

async function* read(
  { body }: Response,
  { url, signal }: TransferOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw unreachable(url, "the connection broke", error);
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The host has another file than the one that is wanted: what arrived of it is of no use. */
export class OtherFileError extends EngineError {}

/** @param reason a clause, for a person */
export function otherFile(url: URL, reason: string): OtherFileError {
  return new OtherFileError("failed", failure(url, reason));
}

/** The host gave something, and nothing of the file. */
function wrongAnswer(url: URL, reason: string): EngineError {
  return new EngineError("failed", failure(url, reason));
}

/** It may help to ask again. @param reason a clause, for a person */
export function unreachable(url: URL, reason: string, cause?: unknown): EngineError {
  return new EngineError("unavailable", failure(url, reason), undefined, { cause });
}

function failure(url: URL, reason: string): string {
  return `The model file ${url.href} could not be downloaded: ${reason}.`;
}
