/** Reads the beginning of a file at an address, before it is installed. */
import type { ReadableFile } from "./examined-file.ts";
import { ModelError } from "./model-error.ts";
import { downloadError } from "./transfer.ts";

/**
 * @throws {ModelError} `unreachable` if the host cannot be reached, `failed` if it does not send parts of files or does
 *   not tell the file's size
 */
export async function openRemoteFile(url: URL, fetch: typeof globalThis.fetch): Promise<ReadableFile> {
  const { response } = await request(url, fetch, 0, 1);
  // CORS hides the header unless the host exposes it.
  const [, total] = /\/(\d+)$/.exec(response.headers.get("content-range") ?? "") ?? [];
  const size = Number(total ?? (await readLength(url, fetch)));
  if (!(size > 0)) throw downloadError("failed", url, "the host does not tell its size");
  return {
    name: decodeURIComponent(url.pathname.replace(/^.*\//, "")),
    size,
    read: async (start, end) => (await request(url, fetch, start, end)).content,
  };
}

async function request(
  url: URL,
  fetch: typeof globalThis.fetch,
  start: number,
  end: number,
): Promise<{ readonly response: Response; readonly content: Uint8Array }> {
  try {
    const response = await fetch(url, {
      cache: "no-store",
      credentials: "omit",
      headers: { range: `bytes=${start}-${end - 1}` },
    });
    const problem = problemOf(response);
    if (problem === undefined) return { response, content: new Uint8Array(await response.arrayBuffer()) };
    await response.body?.cancel();
    throw downloadError("failed", url, problem);
  } catch (error) {
    if (error instanceof ModelError) throw error;
    throw downloadError("unreachable", url, "the host cannot be reached", error);
  }
}

function problemOf({ status }: Response): string | undefined {
  if (status === 206) return undefined;
  return status === 200 ? "the host does not send parts of it" : `the host answered with status ${status}`;
}

async function readLength(url: URL, fetch: typeof globalThis.fetch): Promise<string | null> {
  const response = await fetch(url, { method: "HEAD", cache: "no-store", credentials: "omit" }).catch(
    () => {},
  );
  return response?.ok === true ? response.headers.get("content-length") : null;
}
