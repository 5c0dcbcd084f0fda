/** A host of model files at another origin: the fixture's files with CORS and ranges, and faults on demand. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { basename, join } from "node:path";
import { parseRange } from "../../cli/byte-range.ts";
import { FIXTURE_MODELS } from "./site.ts";

/** The port in the deployment file of the fixtures. */
const PORT = 47_811;

export interface HubRequest {
  readonly file: string;
  readonly range: string | undefined;
  sentBytes: number;
}

export type HubFault =
  /** One bit of the file is wrong, in the byte `at`. */
  | { readonly type: "flip"; readonly at: number }
  | { readonly type: "ignore-range" }
  | { readonly type: "status"; readonly status: number }
  /** An HTML page in place of the file. */
  | { readonly type: "page" }
  /** No more than `after` bytes, and the connection stays open until the client leaves or the hub hangs up. */
  | { readonly type: "stall"; readonly after: number };

/** The fault of the response to a request; `undefined`: none. */
export type FaultOf = (file: string, range: string | undefined) => HubFault | undefined;

export interface Hub {
  readonly requests: HubRequest[];
  /** Further files, by name. */
  readonly files: Map<string, Buffer>;
  /** Tests set it; no faults at first. */
  faultOf: FaultOf;
  /** Break every connection. The client loses what it has not read by then. */
  hangUp(): void;
  close(): Promise<void>;
}

type AnsweringHub = Pick<Hub, "requests" | "files" | "faultOf">;

/** The address of a file of the hub. */
export function hubUrl(file: string): string {
  return `http://127.0.0.1:${PORT}/${file}`;
}

export async function startHub(): Promise<Hub> {
  const hub: AnsweringHub = { requests: [], files: new Map(), faultOf: () => undefined };
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

function answer(hub: AnsweringHub, request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-expose-headers", "content-range, etag");
  const file = basename(request.url ?? "");
  const { range } = request.headers;
  const log: HubRequest = { file, range, sentBytes: 0 };
  hub.requests.push(log);
  const fault = hub.faultOf(file, range);
  if (fault?.type === "status") {
    response.writeHead(fault.status).end("no\n");
    return;
  }
  if (fault?.type === "page") {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Sign in</title>");
    return;
  }
  const content =
    hub.files.get(file) ??
    readFileSync(
      file === "library.wasm"
        ? join(FIXTURE_MODELS, "fixture-chat", file)
        : join(FIXTURE_MODELS, "fixture-length", "resolve", "main", file),
    );
  if (fault?.type === "flip") content.writeUInt8(content.readUInt8(fault.at) ^ 1, fault.at);
  const wanted = fault?.type === "ignore-range" ? undefined : parseRange(range, content.length);
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
  const sent = fault?.type === "stall" ? part.subarray(0, fault.after) : part;
  log.sentBytes = sent.length;
  if (fault?.type === "stall") response.write(sent);
  else response.end(sent);
}
