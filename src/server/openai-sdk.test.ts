/** The stock SDK accepts our replies and errors as OpenAI's. */
import OpenAI from "openai";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EngineError } from "../contract/engine-error.ts";
import { admitted, text, untilCancelled } from "./testing/scripted-engine.ts";
import { createTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;
let client: OpenAI;

const messages = [{ role: "user" as const, content: "Hi" }];

beforeEach(async () => {
  service = await createTestService();
  client = new OpenAI({
    baseURL: "https://example.org/app/v1",
    apiKey: service.key,
    maxRetries: 0,
    fetch: (url, init) => service.server(new Request(url, init), service.engine),
  });
});

describe("the openai SDK", () => {
  it("reads a completion and its request id", async () => {
    const completion = await client.chat.completions.create({ model: "chat", messages });
    expect(completion.choices[0]?.message.content).toBe("Hello there");
    expect(completion._request_id).toMatch(/^req_/);
  });

  it("accumulates a stream with tool calls", async () => {
    service.engine.say(
      admitted,
      { type: "waiting", phase: "prefill" },
      { type: "tool-call", index: 0, id: "call_a", name: "weather" },
      { type: "tool-arguments", index: 0, text: '{"city":' },
      { type: "tool-arguments", index: 0, text: '"Paris"}' },
      {
        type: "finish",
        reason: "tool_calls",
        usage: { promptTokens: 7, cachedTokens: 0, completionTokens: 3 },
      },
    );
    const stream = client.chat.completions.stream({
      model: "chat",
      messages,
      stream_options: { include_usage: true },
      tools: [{ type: "function", function: { name: "weather", parameters: { type: "object" } } }],
    });
    const completion = await stream.finalChatCompletion();
    expect(completion.choices[0]?.message.tool_calls).toMatchObject([
      { id: "call_a", function: { name: "weather", arguments: '{"city":"Paris"}' } },
    ]);
    expect(completion.usage?.total_tokens).toBe(10);
  });

  it("throws its own error classes for our errors", async () => {
    await expect(client.chat.completions.create({ model: "gpt", messages })).rejects.toMatchObject({
      constructor: OpenAI.BadRequestError,
      status: 400,
      code: "model_not_found",
      param: "model",
      requestID: expect.stringMatching(/^req_/),
    });
    const stranger = client.withOptions({ apiKey: "sk-no" });
    await expect(stranger.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    await expect(client.models.retrieve("absent")).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  it("throws when a stream breaks off", async () => {
    service.engine.fail(new EngineError("failed", "The device was lost."), admitted, text("Hel"));
    const stream = await client.chat.completions.create({ model: "chat", messages, stream: true });
    const read = async () => {
      let joined = "";
      for await (const chunk of stream) joined += chunk.choices[0]?.delta.content ?? "";
      return joined;
    };
    await expect(read()).rejects.toThrow("The device was lost.");
  });

  it("cancels when its user leaves the stream", async () => {
    service.engine.script = async function* (_request, signal) {
      yield admitted;
      yield text("One");
      await untilCancelled(signal);
    };
    const stream = await client.chat.completions.create({ model: "chat", messages, stream: true });
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content === "One") break;
    await vi.waitFor(() => expect(service.engine.open).toBe(0));
  });

  it("lists and retrieves models", async () => {
    const ids: string[] = [];
    for await (const { id } of client.models.list()) ids.push(id);
    expect(ids).toEqual(["chat", "eyes"]);
    expect(await client.models.retrieve("chat")).toMatchObject({ object: "model", owned_by: "tests" });
  });
});
