/** Another origin that models come from: the fixture's files with CORS and ranges, and a will of its own. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { basename, join } from "node:path";
import { parseRange } from "../../cli/byte-range.ts";
import { FIXTURE_MODELS } from "./site.ts";

/** The port that the tests' deployment file names. */
const PORT = 47_811;

export interface HubRequest {
  readonly file: string;
  readonly range: string | undefined;
  sentBytes: number;
}

/** How the hub treats a request for `file`; undefined as it should. */
export type Mischief = (
  file: string,
  range: string | undefined,
) =>
  | { readonly type: "flip"; readonly at: number }
  | { readonly type: "ignore-range" }
  | { readonly type: "status"; readonly status: number }
  | { readonly type: "page" }
  /** Send some, then no more until the client goes or the hub hangs up. */
  | { readonly type: "stall"; readonly after: number }
  | undefined;

export interface Hub {
  readonly requests: HubRequest[];
  mischief: Mischief;
  /** Break every connection. What the client has not read by then is lost to it. */
  hangUp(): void;
  close(): Promise<void>;
}

export async function startHub(): Promise<Hub> {
  const hub: Pick<Hub, "requests"> & { mischief: Mischief } = { requests: [], mischief: () => undefined };
  const server = createServer((request, response) => answer(hub, request, response));
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(PORT, "127.0.0.1", done);
  });
  return Object.assign(hub, {
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  });
}

function answer(
  hub: Pick<Hub, "requests" | "mischief">,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-expose-headers", "content-range, etag");
  const file = basename(request.url ?? "");
  const { range } = request.headers;
  const log: HubRequest = { file, range, sentBytes: 0 };
  hub.requests.push(log);
  const mischief = hub.mischief(file, range);
  if (mischief?.type === "status") {
    response.writeHead(mischief.status).end("no\n");
    return;
  }
  if (mischief?.type === "page") {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Sign in</title>");
    return;
  }
  const content = readFileSync(
    file === "library.wasm"
      ? join(FIXTURE_MODELS, "fixture-chat", file)
      : join(FIXTURE_MODELS, "fixture-length", "resolve", "main", file),
  );
  if (mischief?.type === "flip") content.writeUInt8(content.readUInt8(mischief.at) ^ 1, mischief.at);
  const wanted = mischief?.type === "ignore-range" ? undefined : parseRange(range, content.length);
  if (wanted === "unsatisfiable") {
    response.writeHead(416, { "content-range": `bytes */${content.length}` }).end();
    return;
  }
  const { start, end } = wanted ?? { start: 0, end: content.length - 1 };
  const part = content.subarray(start, end + 1);
  response.writeHead(wanted === undefined ? 200 : 206, {
    "content-type": "application/octet-stream",
    "content-length": part.length,
    ...(wanted && { "content-range": `bytes ${start}-${end}/${content.length}` }),
  });
  const sent = mischief?.type === "stall" ? part.subarray(0, mischief.after) : part;
  log.sentBytes = sent.length;
  if (mischief?.type === "stall") response.write(sent);
  else response.end(sent);
}
