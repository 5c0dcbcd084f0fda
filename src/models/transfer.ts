/** One HTTP request for a file, or for the rest of it. */
import { ModelError } from "./model-error.ts";

export interface TransferOptions {
  readonly url: URL;
  /** Number of bytes that are present already: only the rest is requested. */
  readonly from: number;
  /** Where the file is a part of the one at `url`: its first byte there. */
  readonly offset?: number | undefined;
  /** Length of the file; null where it is not known. */
  readonly bytes: number | null;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal | undefined;
}

export interface Transfer {
  /** Offset of the first chunk: `from`, or 0 where the host ignores the range and sends the whole file. */
  readonly from: number;
  /** Throws `unreachable` where the connection breaks. */
  readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** Statuses after which a later attempt may succeed. */
const TRANSIENT_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Request a file.
 *
 * @throws {ModelError} `unreachable` where a retry may help, `damaged` where the host's file is another one, `failed`
 *   where the response is no file
 */
export async function openTransfer(options: TransferOptions): Promise<Transfer> {
  const response = await request(options);
  try {
    checkResponse(response, options);
  } catch (error) {
    await response.body?.cancel().catch(() => {});
    throw error;
  }
  return { from: response.status === 206 ? options.from : 0, chunks: read(response, options) };
}

async function request({ url, from, offset, bytes, fetch, signal }: TransferOptions): Promise<Response> {
  try {
    return await fetch(url, {
      // The file is kept in Cache Storage: a second copy in the HTTP cache would waste space.
      cache: "no-store",
      credentials: "omit",
      ...((from > 0 || offset !== undefined) && { headers: { range: rangeOf(from, offset, bytes) } }),
      ...(signal && { signal }),
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw downloadError("unreachable", url, "the host cannot be reached", error);
  }
}

function rangeOf(from: number, offset: number | undefined, bytes: number | null): string {
  if (offset === undefined || bytes === null) return `bytes=${from + (offset ?? 0)}-`;
  return `bytes=${offset + from}-${offset + bytes - 1}`;
}

function checkResponse(response: Response, { url, from, offset, bytes }: TransferOptions): void {
  const { status, headers, body } = response;
  if (TRANSIENT_STATUSES.has(status)) {
    throw downloadError("unreachable", url, `the host answered with status ${status}`);
  }
  // The range starts at or beyond the end of the host's file.
  if (status === 416) throw downloadError("damaged", url, "the host has a shorter file");
  if (status === 200 && offset !== undefined) {
    throw downloadError("failed", url, "the host does not send parts of it");
  }
  if (status !== 200 && (status !== 206 || (from === 0 && offset === undefined))) {
    throw downloadError("failed", url, `the host answered with status ${status}`);
  }
  if (headers.get("content-type")?.startsWith("text/html")) {
    throw downloadError("failed", url, "the host answered with an HTML page");
  }
  if (body === null) throw downloadError("failed", url, "the host answered without a body");
  // CORS hides this header unless the host exposes it.
  const range = headers.get("content-range");
  if (status === 206 && range !== null && !coversRest(range, from, offset, bytes)) {
    throw downloadError("damaged", url, `the host answered with another part of it (${range})`);
  }
}

/** True if a `content-range` header covers everything of the file, or of the part, after `from`. */
function coversRest(header: string, from: number, offset: number | undefined, bytes: number | null): boolean {
  const start = offset ?? 0;
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(header) ?? [];
  if (first === undefined || Number(first) !== start + from) return false;
  if (bytes === null) return true;
  return (
    Number(last) === start + bytes - 1 && (offset !== undefined || size === "*" || Number(size) === bytes)
  );
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
    throw downloadError("unreachable", url, "the connection broke", error);
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** @param reason a clause, for a person */
export function downloadError(
  code: "unreachable" | "damaged" | "failed",
  url: URL,
  reason: string,
  cause?: unknown,
): ModelError {
  return new ModelError(code, `The model file ${url.href} could not be downloaded: ${reason}.`, { cause });
}
