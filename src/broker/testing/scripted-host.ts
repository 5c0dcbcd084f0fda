/** A broker, pages and a host in Node, joined by real message channels. */
import type { Engine } from "../../contract/engine.ts";
import type { GenerateRequest } from "../../contract/generate-request.ts";
import type { StreamPart } from "../../contract/stream-part.ts";
import { deferred } from "../../util/deferred.ts";
import type { WorkerMessage } from "../../wire/page-messages.ts";
import { serveRequestPort } from "../../wire/serve-requests.ts";
import { generateRequest, identity, status } from "../../wire/testing/generation.ts";
import { TestLocks } from "../../wire/testing/test-locks.ts";
import { createBroker } from "../broker.ts";
import type { PageClient } from "../find-host.ts";

export const never = new AbortController().signal;
export const admitted: StreamPart = { type: "admitted", promptTokens: 1, engine: identity };
export const finish: StreamPart = {
  type: "finish",
  reason: "stop",
  usage: { promptTokens: 1, cachedTokens: 0, completionTokens: 1 },
};
export function ask(id: string, owner = "key-1"): GenerateRequest {
  return generateRequest(id, id, { owner });
}

/** A page whose host runs `engine`; `asked` counts the requests to reach it. */
export function hostingPage(id: string, engine: Engine, locks: TestLocks, lock = "host-lock") {
  const page = {
    id,
    asked: 0,
    postMessage(_: WorkerMessage, [port]: Transferable[]) {
      page.asked += 1;
      if (!(port instanceof MessagePort)) throw new TypeError("a port must come with the message");
      serveRequestPort(port, {
        engine,
        locks,
        instance: "host-1",
        lock,
        status: () => Promise.resolve(status),
      });
    },
  };
  return page;
}

export function silentPage(id: string) {
  const page = {
    id,
    asked: 0,
    postMessage: () => {
      page.asked += 1;
    },
  };
  return page;
}

export function setUp(engine: Engine, queueLength = 4) {
  const locks = new TestLocks();
  const host = deferred();
  void locks.request("host-lock", {}, () => host.promise);
  const page = hostingPage("page-1", engine, locks);
  const pages: PageClient[] = [page];
  const broker = createBroker({ pages: () => Promise.resolve(pages), locks, queueLength });
  return { broker, page, pages, locks, hostDies: host.resolve };
}

export async function collect(parts: AsyncIterable<StreamPart>): Promise<StreamPart[]> {
  const all: StreamPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

/** Replies with the request's id, once `gate` opens. */
export function gated(gate: Promise<void>, order: string[]): Engine {
  return {
    async *generate({ id }) {
      yield admitted;
      order.push(id);
      await gate;
      yield { type: "text", text: id };
      yield finish;
    },
  };
}
