/** A minimal static host for a build: a build that works on it works on any other host. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join, resolve, sep } from "node:path";
import { readHeadersFile } from "./headers-file.ts";
import { type Begin, sendFile } from "./static-file.ts";

/** An additional folder, served below `prefix`, which is relative to the base and starts and ends with `/`. */
export interface Mount {
  readonly prefix: string;
  readonly folder: string;
}

/** One answered request. `path` is the URL's, without the query. */
export interface RequestLog {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

export interface StaticServerOptions {
  /** Folder to serve. Its `_headers` file, if there is one, has the headers of its files. */
  readonly root: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Path at which the build is served; starts and ends with `/`. */
  readonly base?: string;
  /** Searched before `root`, in order. */
  readonly mounts?: readonly Mount[];
  /** False: the `_headers` file is ignored, as by hosts that cannot send headers of ours. True if absent. */
  readonly headersFile?: boolean;
  /** Called for each request when its response begins. */
  readonly onRequest?: (request: RequestLog) => void;
}

export interface StaticServer {
  /** URL of the base, for example `http://127.0.0.1:4173/app/`. */
  readonly url: string;
  readonly port: number;
  /** Stop immediately, closing open connections. */
  close(): Promise<void>;
}

type Headers = Readonly<Record<string, string | number>>;

const HOST = "127.0.0.1";
const TEXT: Headers = { "content-type": "text/plain; charset=utf-8" };
const NOT_THE_SERVICE = JSON.stringify({
  error: {
    message:
      "This is the static host: no model runs here. The service worker answers /v1 in pages that it controls; call connect() and use the fetch that it gives.",
    type: "invalid_request_error",
    param: null,
    code: null,
  },
});

/**
 * Serve a folder on the loopback interface. `/v1` and everything below it gets an error in OpenAI's format, because it
 * belongs to the service worker: a request that reaches the host came from a page that no worker controls.
 *
 * @throws if the port is taken
 */
export async function startStaticServer(options: StaticServerOptions): Promise<StaticServer> {
  const { port = 0, base = "/", headersFile = true } = options;
  const headersOf = headersFile ? readHeadersFile(options.root) : () => ({});
  const server = createServer((request, response) => {
    answer(options, headersOf, request, response).catch(() => {
      // The file was removed between its `stat` and its first byte.
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  await listen(server, port);
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${HOST}:${bound}${base}`,
    port: bound,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE" || error.code === "EACCES";
      fail(taken ? new Error(`Port ${port} is taken or not allowed: choose another one.`) : error);
    });
    server.listen(port, HOST, done);
  });
}

async function answer(
  { root, base = "/", mounts = [], onRequest }: StaticServerOptions,
  headersOf: (path: string) => Headers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "GET" } = request;
  const { pathname } = new URL(`http://${HOST}${request.url}`);
  const begin: Begin = (status, headers) => {
    onRequest?.({ method, path: pathname, status });
    response.writeHead(status, { "x-content-type-options": "nosniff", ...headersOf(pathname), ...headers });
  };
  const end = (status: number, headers: Headers, body = "") => {
    begin(status, headers);
    response.end(method === "HEAD" ? "" : body);
  };

  const path = pathname.startsWith(base) ? `/${pathname.slice(base.length)}` : undefined;
  if (`${pathname}/` === base) {
    end(308, { location: base });
  } else if (path === "/v1" || path?.startsWith("/v1/")) {
    end(404, { "content-type": "application/json" }, NOT_THE_SERVICE);
  } else if (method !== "GET" && method !== "HEAD") {
    end(405, { ...TEXT, allow: "GET, HEAD" }, "Only GET and HEAD are answered here.\n");
  } else {
    const file = path === undefined ? undefined : locate(path, root, mounts);
    // File names below assets/ have a hash of the content.
    const immutable = path?.startsWith("/assets/") ?? false;
    const found = file !== undefined && (await sendFile(file, { immutable }, request, response, begin));
    if (!found) end(404, TEXT, "Not found.\n");
  }
}

/** The file of a path; `undefined` if the path is malformed, hidden or outside its folder. */
function locate(path: string, root: string, mounts: readonly Mount[]): string | undefined {
  const decoded = decode(path);
  if (decoded === undefined || decoded.includes("\0") || /[/\\]\./.test(decoded)) return undefined;
  if (decoded === "/_headers") return undefined;
  const mount = mounts.find(({ prefix }) => decoded.startsWith(prefix));
  const folder = resolve(mount?.folder ?? root);
  const rest = mount === undefined ? decoded : decoded.slice(mount.prefix.length);
  const file = join(folder, rest === "" || rest.endsWith("/") ? `${rest}index.html` : rest);
  return file.startsWith(folder + sep) ? file : undefined;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
