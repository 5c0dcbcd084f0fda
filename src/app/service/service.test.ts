import { expect, it, vi } from "vitest";
import type { Completions } from "./completions.ts";
import type { ReplyEvent } from "./reply-event.ts";
import { createService, type Entry, type ServiceParts } from "./service.ts";

function parts(load: Entry["load"] = async () => {}) {
  const entry: Entry = {
    baseURL: "https://insitu.test/v1",
    fetch: async () => Response.error(),
    createKey: () => Promise.reject(new Error("not needed")),
    status: () => Promise.reject(new Error("no engine")),
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
    connect: vi.fn<ServiceParts["connect"]>(async () => entry),
    importCompletions: async () => ({ createCompletions: () => completions }),
  };
}

async function collect(events: AsyncIterable<ReplyEvent>) {
  const types: string[] = [];
  for await (const { type } of events) types.push(type);
  return types;
}

const { signal } = new AbortController();

it("connects once, ahead of the first message, and loads the model before each request", async () => {
  const { entry, ...given } = parts();
  const service = createService(given);
  await service.prepare();
  expect(service.model.value).toEqual({ id: "small", downloadBytes: 98 });
  expect(entry.load).not.toHaveBeenCalled();

  expect(await collect(service.requestReply([], signal))).toEqual(["requested", "text"]);
  await collect(service.requestReply([], signal));
  expect(given.connect).toHaveBeenCalledOnce();
  expect(entry.load).toHaveBeenCalledWith("small");
});

it("says why it cannot connect, and tries again at the next message", async () => {
  const given = parts();
  given.connect.mockRejectedValueOnce(new Error("No service workers here."));
  const service = createService(given);
  await service.prepare();
  expect(service.problem.value).toBe("No service workers here.");

  await collect(service.requestReply([], signal));
  expect(service.problem.value).toBeNull();
});

it("shows progress as the entry reports it", async () => {
  const given = parts();
  const service = createService(given);
  await service.prepare();
  const progress = {
    id: "small",
    state: "ready",
    loadedBytes: 1,
    totalBytes: 1,
    fraction: 1,
    text: "",
  } as const;
  given.connect.mock.calls[0]?.[0].onProgress?.(progress);
  expect(service.progress.value).toBe(progress);
});

it("lets a person stop waiting for a long download", async () => {
  const given = parts(() => new Promise(() => {}));
  const abort = new AbortController();
  const waiting = collect(createService(given).requestReply([], abort.signal));
  abort.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
});
