import { EngineError } from "../engine/engine-error.ts";

export interface Download {
  readonly url: URL;
  /** The length that the catalogue names. */
  readonly bytes: number;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal | undefined;
  /** Called with the bytes received so far. */
  readonly onBytes: (received: number) => void;
}

/**
 * Fetch one file into memory.
 *
 * @throws {EngineError} `unavailable` where the host does not answer, `failed` where it answers with anything but a
 *   file of that length
 */
export async function download(options: Download): Promise<Uint8Array<ArrayBuffer>> {
  const { url, bytes, signal, onBytes } = options;
  const response = await request(options);
  if (response.status !== 200) {
    throw wrongAnswer(url, `the host answered with status ${response.status}`);
  }
  if (response.headers.get("content-type")?.startsWith("text/html")) {
    throw wrongAnswer(url, "the host answered with an HTML page");
  }
  if (response.body === null) throw wrongAnswer(url, "the host answered with nothing");

  const content = new Uint8Array(bytes);
  let received = 0;
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (received + value.length > bytes) throw wrongAnswer(url, `it is longer than ${bytes} bytes`);
      content.set(value, received);
      received += value.length;
      onBytes(received);
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    if (error instanceof EngineError) throw error;
    signal?.throwIfAborted();
    throw unreachable(url, `the connection broke after ${received} of ${bytes} bytes`, error);
  }
  if (received < bytes) throw wrongAnswer(url, `it ends after ${received} of ${bytes} bytes`);
  return content;
}

async function request({ url, fetch, signal }: Download): Promise<Response> {
  try {
    // The file is kept in Cache Storage: a second copy in the HTTP cache would only take room.
    return await fetch(url, { cache: "no-store", ...(signal && { signal }) });
  } catch (error) {
    signal?.throwIfAborted();
    throw unreachable(url, "the host cannot be reached", error);
  }
}

function wrongAnswer(url: URL, reason: string): EngineError {
  return new EngineError("failed", `The model file ${url.href} could not be downloaded: ${reason}.`);
}

function unreachable(url: URL, reason: string, cause: unknown): EngineError {
  const message = `The model file ${url.href} could not be downloaded: ${reason}.`;
  return new EngineError("unavailable", message, undefined, { cause });
}
