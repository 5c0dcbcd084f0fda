/** The app from a server that does not answer for a while. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { deferred } from "../../src/util/deferred.ts";
import { startSite } from "../support/site.ts";

const HOST = "127.0.0.1";

export interface HeldSite {
  readonly url: string;
  /** Resolves when the first request is held back. */
  readonly reached: Promise<void>;
  /** Answer all requests from now on, with those that were held back. */
  release(): void;
  close(): Promise<void>;
}

/** @param isHeld tells the paths whose requests are held back */
export async function startHeldSite(isHeld: (path: string) => boolean): Promise<HeldSite> {
  const site = await startSite();
  const reached = deferred();
  const released = deferred();
  const server = createServer((incoming, response) => {
    if (!isHeld(incoming.url ?? "")) return pass(site.port, incoming, response);
    reached.resolve();
    void released.promise.then(() => pass(site.port, incoming, response));
  }).listen(0, HOST);
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return {
    url: `http://${HOST}:${address.port}/`,
    reached: reached.promise,
    release: released.resolve,
    async close() {
      server.close();
      server.closeAllConnections();
      await site.close();
    },
  };
}

function pass(port: number, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = incoming;
  const outgoing = request({ host: HOST, port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.once("error", () => response.destroy());
  incoming.pipe(outgoing);
}
