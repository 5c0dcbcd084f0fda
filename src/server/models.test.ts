import { beforeEach, describe, expect, it } from "vitest";
import type { Model } from "../contract/model.ts";
import { errorOf } from "./testing/error-of.ts";
import { createTestService, testConfig, type TestService } from "./testing/test-service.ts";

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

describe("GET /models", () => {
  it("lists the models that a request may name, with pricing, capabilities and state", async () => {
    const { object, data } = await (await service.get("/models")).json();
    expect(object).toBe("list");
    expect(data).toMatchObject([
      { id: "chat", state: "ready" },
      { id: "eyes", state: "installed", engine: null },
    ]);
    expect(data[0]).toEqual({
      id: "chat",
      object: "model",
      created: 1_700_000_000,
      owned_by: "tests",
      name: "Chat",
      description: "Talks.",
      context_length: 2048,
      architecture: { input_modalities: ["text"], output_modalities: ["text"] },
      pricing: { prompt: "0", completion: "0", request: "0", image: "0" },
      supported_parameters: expect.arrayContaining(["tools", "stop", "seed", "temperature"]),
      top_provider: { context_length: 2048, max_completion_tokens: 1024 },
      engines: ["web-llm"],
      engine: { name: "scripted", version: "1.0", threads: 2 },
      download_bytes: 300,
      memory_bytes: 5000,
      license: "Apache-2.0",
      state: "ready",
    });
  });

  it("gives the sizes for the engine in use, or else for the model's first one", async () => {
    const file = (bytes: number) => ({ path: "model.gguf", bytes, sha256: "0".repeat(64) });
    const wllama = { base: "models/", files: [file(30), file(12)], memory_bytes: 77 };
    const sizes = async (engines: Model["engines"], engine?: string) => {
      const installed = new Map(testConfig.models.map((model) => [model.id, { ...model, engines }]));
      const { get } = await createTestService({
        services: {
          installedModels: () => Promise.resolve(installed),
          hostedModels: () => Promise.resolve({ loaded: new Map(), engine }),
        },
      });
      const { download_bytes, memory_bytes } = await (await get("/models/chat")).json();
      return [download_bytes, memory_bytes];
    };
    const both = { ...testConfig.models[0]?.engines, wllama };
    expect(await sizes(both)).toEqual([300, 5000]);
    expect(await sizes(both, "web-llm")).toEqual([300, 5000]);
    expect(await sizes(both, "wllama")).toEqual([42, 77]);
    expect(await sizes({ wllama }, "web-llm")).toEqual([42, 77]);
    expect(await sizes({})).toEqual([0, 5000]);
  });

  it("retrieves one, its id percent-encoded or not, and answers 404 for unlisted ids", async () => {
    for (const path of ["/models/chat", "/models/%63hat"]) {
      expect(await (await service.get(path)).json()).toMatchObject({ id: "chat", object: "model" });
    }
    for (const path of ["/models/absent", "/models/__proto__"]) {
      expect(await errorOf(await service.get(path))).toMatchObject({ status: 404, code: "model_not_found" });
    }
  });
});
