import { signal } from "@preact/signals";
import { expect, it, vi } from "vitest";
import { DEFAULT_SETTINGS } from "../conversations/conversation.ts";
import type { CompletionRequest, Completions, ModelSummary } from "./completions.ts";
import type { ReplyEvent } from "./reply-event.ts";
import { createService, type ServiceApi } from "./service.ts";

const small: ModelSummary = { id: "small", name: "Small", downloadBytes: 98, takesImages: false };
const eyes: ModelSummary = { id: "eyes", name: "Eyes", downloadBytes: null, takesImages: true };
const request = { messages: [], settings: DEFAULT_SETTINGS };

function parts(load: ServiceApi["load"] = async () => {}) {
  const settings = { engine: "auto", defaultModel: "small" } as const;
  const asked: CompletionRequest[] = [];
  const entry: ServiceApi = {
    baseURL: "https://insitu.test/v1",
    fetch: async () => Response.error(),
    createKey: () => Promise.reject(new Error("not needed")),
    load: vi.fn(load),
    settings: { get: async () => settings, set: async () => settings },
  };
  const completions: Completions = {
    models: async () => [eyes, small],
    stream: async function* (request) {
      asked.push(request);
      yield { type: "text", text: "Hi" };
    },
  };
  return {
    asked,
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
  expect(service.defaultModel.value).toEqual(small);
  expect(entry.load).not.toHaveBeenCalled();

  expect(await collect(service.requestReply(request, never))).toEqual(["requested", "text"]);
  await collect(service.requestReply(request, never));
  expect(given.connection.open).toHaveBeenCalledOnce();
  expect(entry.load).toHaveBeenCalledWith("small");
});

it("says why it cannot connect, and tries again at the next message", async () => {
  const given = parts();
  given.connection.open.mockRejectedValueOnce(new Error("No service workers here."));
  const service = createService(given);
  await service.prepare();
  expect(service.problem.value).toBe("No service workers here.");

  await collect(service.requestReply(request, never));
  expect(service.problem.value).toBeNull();
});

it("lets a person stop waiting for a long download", async () => {
  const given = parts(() => new Promise(() => {}));
  const abort = new AbortController();
  const waiting = collect(createService(given).requestReply(request, abort.signal));
  abort.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
});

it("asks the model that the conversation names, with its settings, and says when it is gone", async () => {
  const given = parts();
  const service = createService(given);
  const settings = { ...DEFAULT_SETTINGS, model: "eyes", systemPrompt: "Be brief." };
  await collect(service.requestReply({ messages: [], settings }, never));
  expect(given.asked).toMatchObject([
    { model: "eyes", messages: [{ role: "system", content: "Be brief." }] },
  ]);

  const gone = { ...settings, model: "gone" };
  expect(service.modelOf(gone)).toBeNull();
  await expect(collect(service.requestReply({ messages: [], settings: gone }, never))).rejects.toThrow(
    'The model "gone" is no longer installed.',
  );
});
