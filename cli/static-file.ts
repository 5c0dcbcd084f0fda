/** Sends a file as an HTTP response, with conditional requests and byte ranges. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { parseRange } from "./byte-range.ts";
import { mimeType } from "./mime-types.ts";

/** Writes the status and headers of a response, once. */
export type Begin = (status: number, headers: Readonly<Record<string, string | number>>) => void;

/**
 * Answer a GET or HEAD request with a file.
 *
 * @param options.immutable true if the file's name has a hash of its content
 * @returns false, with nothing sent, if there is no such file
 */
export async function sendFile(
  file: string,
  { immutable }: { readonly immutable: boolean },
  { headers: asked, method }: IncomingMessage,
  response: ServerResponse,
  begin: Begin,
): Promise<boolean> {
  const info = await stat(file).catch(() => undefined);
  if (!info?.isFile()) return false;
  const { size } = info;
  const etag = `"${size.toString(16)}-${info.mtimeMs.toString(16)}"`;
  const headers = {
    etag,
    "cache-control": immutable ? "public, max-age=31536000, immutable" : "no-cache",
    "accept-ranges": "bytes",
  };
  if (names(asked["if-none-match"], etag)) {
    begin(304, headers);
    response.end();
    return true;
  }
  const changed = asked["if-range"] !== undefined && asked["if-range"] !== etag;
  const range = changed ? undefined : parseRange(asked.range, size);
  if (range === "unsatisfiable") {
    begin(416, { ...headers, "content-range": `bytes */${size}` });
    response.end();
    return true;
  }
  const part = range ?? { start: 0, end: size - 1 };
  begin(range === undefined ? 200 : 206, {
    ...headers,
    "content-type": mimeType(file),
    "content-length": part.end - part.start + 1,
    ...(range !== undefined && { "content-range": `bytes ${part.start}-${part.end}/${size}` }),
  });
  if (method === "HEAD" || size === 0) response.end();
  // A client may close the connection before the end.
  else await pipeline(createReadStream(file, part), response).catch(() => response.destroy());
  return true;
}

function names(header: string | undefined, etag: string): boolean {
  return header?.split(",").some((tag) => [etag, "*"].includes(tag.trim().replace(/^W\//, ""))) ?? false;
}
