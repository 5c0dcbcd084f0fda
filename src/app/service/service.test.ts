import { signal } from "@preact/signals";
import { expect, it, vi } from "vitest";
import type { Completions } from "./completions.ts";
import type { ReplyEvent } from "./reply-event.ts";
import { createService, type Entry } from "./service.ts";

function parts(load: Entry["load"] = async () => {}) {
  const entry: Entry = {
    baseURL: "https://insitu.test/v1",
    fetch: async () => Response.error(),
    createKey: () => Promise.reject(new Error("not needed")),
    load: vi.fn(load),
  };
  const completions: Completions = {
    defaultModel: async () => ({ id: "small", downloadBytes: 98 }),
    stream: async function* () {
      yield { type: "text", text: "Hi" };
    },
  };
  return {
    entry,
    connection: { open: vi.fn(async () => entry), progress: signal(null) },
    importCompletions: async () => ({ createCompletions: () => completions }),
  };
}

async function collect(events: AsyncIterable<ReplyEvent>) {
  const types: string[] = [];
  for await (const { type } of events) types.push(type);
  return types;
}

const never = new AbortController().signal;

it("connects once, ahead of the first message, and loads the model before each request", async () => {
  const { entry, ...given } = parts();
  const service = createService(given);
  await service.prepare();
  expect(service.model.value).toEqual({ id: "small", downloadBytes: 98 });
  expect(entry.load).not.toHaveBeenCalled();

  expect(await collect(service.requestReply([], never))).toEqual(["requested", "text"]);
  await collect(service.requestReply([], never));
  expect(given.connection.open).toHaveBeenCalledOnce();
  expect(entry.load).toHaveBeenCalledWith("small");
});

it("says why it cannot connect, and tries again at the next message", async () => {
  const given = parts();
  given.connection.open.mockRejectedValueOnce(new Error("No service workers here."));
  const service = createService(given);
  await service.prepare();
  expect(service.problem.value).toBe("No service workers here.");

  await collect(service.requestReply([], never));
  expect(service.problem.value).toBeNull();
});

it("lets a person stop waiting for a long download", async () => {
  const given = parts(() => new Promise(() => {}));
  const abort = new AbortController();
  const waiting = collect(createService(given).requestReply([], abort.signal));
  abort.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
});
