/** A complete service in Node: the server, a store in memory, a scripted engine, and a clock to set. */
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import type { Model } from "../../contract/model.ts";
import type { Config } from "../../config/schema.ts";
import { openStore } from "../../store/store.ts";
import type { LoadedModel } from "../models.ts";
import { createServer } from "../server.ts";
import type { Services, Timing } from "../services.ts";
import { ScriptedEngine } from "./scripted-engine.ts";

const ORIGIN = "https://example.org";
const file = { path: "a.bin", bytes: 100, sha256: "0".repeat(64) };

const model: Model = {
  id: "chat",
  name: "Chat",
  description: "Talks.",
  owned_by: "tests",
  created: 1_700_000_000,
  license: "Apache-2.0",
  context_length: 2048,
  max_completion_tokens: 1024,
  input_modalities: ["text"],
  memory_bytes: 5000,
  engines: { "web-llm": { base: "models/chat/", library: file, files: [file, file] } },
};

export const testConfig: Config = {
  identity: "You are Insitu.",
  default_model: "chat",
  models: [model, { ...model, id: "eyes", input_modalities: ["text", "image"] }, { ...model, id: "absent" }],
  limits: { requests_per_minute: 120, tokens_per_minute: 60_000, queue_length: 8, body_bytes: 20 * 2 ** 20 },
  images: { allowed_hosts: [] },
};

export interface TestServiceOptions {
  readonly limits?: Partial<Config["limits"]>;
  readonly timing?: Partial<Timing>;
  readonly services?: Partial<Services>;
}

export async function createTestService({ limits, timing, services }: TestServiceOptions = {}) {
  globalThis.indexedDB = new IDBFactory();
  const clock = { now: 1_800_000_000_000 };
  const now = () => clock.now;
  const store = await openStore("test", { now });
  const { key } = await store.createKey({ name: "test" });
  const engine = new ScriptedEngine();
  const problems: string[] = [];
  const loaded = new Map<string, LoadedModel>([
    ["chat", { state: "ready", engine: { name: "scripted", version: "1.0", threads: 2 } }],
  ]);
  const installed = new Map(
    testConfig.models.filter(({ id }) => id !== "absent").map((model) => [model.id, model]),
  );
  const server = createServer({
    config: { ...testConfig, limits: { ...testConfig.limits, ...limits } },
    store,
    basePath: "/app/v1",
    installedModels: () => Promise.resolve(installed),
    hostedModels: () => Promise.resolve({ loaded, engine: "scripted" }),
    now,
    build: "b1",
    timing: { errorFrameDelayMs: 0, ...timing },
    report: (problem) => problems.push(problem),
    ...services,
  });

  const send = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has("authorization")) headers.set("authorization", `Bearer ${key}`);
    return server(new Request(`${ORIGIN}/app/v1${path}`, { ...init, headers }), engine);
  };

  return {
    clock,
    store,
    key,
    engine,
    /** The problems that the server reported. */
    problems,
    server,
    send,
    get: (path: string) => send(path),
    /** Posts a chat request; `model` and `messages` have defaults. */
    chat: (fields: object = {}, init: RequestInit = {}) =>
      send("/chat/completions", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model: "chat", messages: [{ role: "user", content: "Hi" }], ...fields }),
        ...init,
      }),
  };
}

export type TestService = Awaited<ReturnType<typeof createTestService>>;
