import { signal } from "@preact/signals";
import { expect, it, vi } from "vitest";
import { DEFAULT_SETTINGS } from "../conversations/conversation.ts";
import type { CompletionRequest, Completions, ChatModel } from "./completions.ts";
import type { ReplyEvent } from "./reply-event.ts";
import { createService, type ServiceApi } from "./service.ts";
import { entry } from "./testing/entry.ts";

const small: ChatModel = { id: "small", name: "Small", downloadBytes: 98, takesImages: false };
const vision: ChatModel = { id: "vision", name: "Vision", downloadBytes: null, takesImages: true };
const smallEntry = entry("small");
const request = { messages: [], settings: DEFAULT_SETTINGS };

function start(load: ServiceApi["load"] = async () => {}) {
  const settings = { engine: "auto", defaultModel: "small" } as const;
  const requested: CompletionRequest[] = [];
  const api: ServiceApi = {
    baseURL: "https://insitu.test/v1",
    fetch: async () => Response.error(),
    createKey: () => Promise.reject(new Error("not needed")),
    load: vi.fn(load),
    models: { list: async () => [smallEntry] },
    settings: { get: async () => settings, set: async () => settings },
  };
  const completions: Completions = {
    models: async () => [vision, small],
    stream: async function* (request) {
      requested.push(request);
      yield { type: "text", text: "Hi" };
    },
  };
  return {
    requested,
    api,
    connection: { open: vi.fn(async () => api), progress: signal(null) },
    importCompletions: async () => ({ createCompletions: () => completions }),
  };
}

async function collect(events: AsyncIterable<ReplyEvent>) {
  const types: string[] = [];
  for await (const { type } of events) types.push(type);
  return types;
}

const never = new AbortController().signal;

it("connects once, before the first message, and loads the model before each request", async () => {
  const { api, ...given } = start();
  const service = createService(given);
  await service.prepare();
  expect(service.defaultModel.value).toEqual(small);
  expect(api.load).not.toHaveBeenCalled();

  expect(await collect(service.requestReply(request, never))).toEqual(["requested", "text"]);
  await collect(service.requestReply(request, never));
  expect(given.connection.open).toHaveBeenCalledOnce();
  expect(api.load).toHaveBeenCalledWith("small");
});

it("knows the catalogue's entry of a conversation's model", async () => {
  const service = createService(start());
  expect(service.entryOf(DEFAULT_SETTINGS)).toBeNull();
  await service.prepare();
  expect(service.entryOf(DEFAULT_SETTINGS)).toEqual(smallEntry);
  expect(service.entryOf({ ...DEFAULT_SETTINGS, model: "vision" })).toBeNull();
});

it("says why it cannot connect, and tries again at the next message", async () => {
  const given = start();
  given.connection.open.mockRejectedValueOnce(new Error("No service workers here."));
  const service = createService(given);
  await service.prepare();
  expect(service.problem.value).toBe("No service workers here.");

  await collect(service.requestReply(request, never));
  expect(service.problem.value).toBeNull();
});

it("stops waiting for a long download when it is aborted", async () => {
  const given = start(() => new Promise(() => {}));
  const abort = new AbortController();
  const waiting = collect(createService(given).requestReply(request, abort.signal));
  abort.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
});

it("uses the conversation's model and settings, and says when the model is gone", async () => {
  const given = start();
  const service = createService(given);
  const settings = { ...DEFAULT_SETTINGS, model: "vision", systemPrompt: "Be brief." };
  await collect(service.requestReply({ messages: [], settings }, never));
  expect(given.requested).toMatchObject([
    { model: "vision", messages: [{ role: "system", content: "Be brief." }] },
  ]);

  const gone = { ...settings, model: "gone" };
  expect(service.modelOf(gone)).toBeNull();
  await expect(collect(service.requestReply({ messages: [], settings: gone }, never))).rejects.toThrow(
    'The model "gone" is no longer installed.',
  );
});
