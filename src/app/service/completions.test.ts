import { describe, expect, it, vi } from "vitest";
import { DEFAULT_SETTINGS } from "../conversations/conversation.ts";
import type { AccessKey } from "./access-key.ts";
import { createCompletions } from "./completions.ts";
import type { ReplyEvent } from "./reply-event.ts";

const baseURL = "https://insitu.test/v1";
const messages = [{ role: "user", content: "Hello" }] as const;
const sampling = { ...DEFAULT_SETTINGS.sampling, seed: 7, stop: ["END"] };
const request = { model: "m", messages, sampling };
const key = (): AccessKey => ({ get: vi.fn(async () => "sk-test"), invalidate: vi.fn() });
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "x-should-retry": "false" },
  });
const refused = () => json({ error: { message: "The API key is unknown.", type: "x", code: "y" } }, 401);
const sse = (...frames: unknown[]) =>
  new Response(
    frames.map((frame) => `data: ${typeof frame === "string" ? frame : JSON.stringify(frame)}\n\n`).join(""),
    { headers: { "content-type": "text/event-stream" } },
  );
const chunk = (content: string, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason }],
});

async function collect(fetch: typeof globalThis.fetch, accessKey = key(), signal = AbortSignal.any([])) {
  const events: ReplyEvent[] = [];
  for await (const event of createCompletions({ baseURL, fetch }, accessKey).stream(request, signal)) {
    events.push(event);
  }
  return events;
}

describe("stream", () => {
  it("sends the conversation with the key and turns chunks into events", async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () =>
      sse(
        chunk(""),
        chunk("Hel"),
        chunk("lo."),
        chunk("", "length"),
        {
          choices: [],
          usage: { prompt_tokens: 3, prompt_tokens_details: { cached_tokens: 1 }, completion_tokens: 2 },
        },
        "[DONE]",
      ),
    );
    expect(await collect(fetch)).toEqual([
      { type: "text", text: "Hel" },
      { type: "text", text: "lo." },
      { type: "finish", reason: "length" },
      { type: "usage", usage: { promptTokens: 3, cachedTokens: 1, completionTokens: 2 } },
    ]);
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe(`${baseURL}/chat/completions`);
    expect(new Headers(init?.headers).get("authorization")).toBe("Bearer sk-test");
    expect(JSON.parse(String(init?.body))).toMatchObject({
      model: "m",
      messages,
      temperature: null,
      seed: 7,
      stop: ["END"],
      stream: true,
    });
  });

  it("ends without a finish event when the stream broke off", async () => {
    expect(await collect(async () => sse(chunk("Hel"), "[DONE]"))).toEqual([{ type: "text", text: "Hel" }]);
  });

  it("passes on the service's message of an error, before the reply and during it", async () => {
    const error = { message: "The prompt is longer than the context.", type: "x", param: null, code: null };
    await expect(collect(async () => json({ error }, 400))).rejects.toThrow(/^The prompt is longer/);
    await expect(collect(async () => sse(chunk("Hel"), { error }))).rejects.toThrow(/^The prompt is longer/);
  });

  it("retries once with a new key if the key is refused", async () => {
    const accessKey = key();
    const fetch = vi.fn<typeof globalThis.fetch>(async () => sse(chunk("Hi", "stop"), "[DONE]"));
    fetch.mockResolvedValueOnce(refused());
    expect(await collect(fetch, accessKey)).toHaveLength(2);
    expect(accessKey.invalidate).toHaveBeenCalledOnce();

    await expect(collect(async () => refused())).rejects.toThrow("The API key is unknown.");
  });

  it("throws when it is aborted during the reply", async () => {
    const abort = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(chunk("Hel"))}\n\n`)),
    });
    const completions = createCompletions({ baseURL, fetch: async () => new Response(body) }, key());
    const events = completions.stream(request, abort.signal);
    expect((await events.next()).value).toEqual({ type: "text", text: "Hel" });
    abort.abort();
    await expect(events.next()).rejects.toThrow("aborted");
  });
});

describe("models", () => {
  it("are those of the list, with their sizes and modalities", async () => {
    const small = { id: "small", name: "Small", download_bytes: 98_362_432 };
    const vision = { id: "vision", architecture: { input_modalities: ["text", "image"] } };
    const odd = { id: "odd", download_bytes: "many" };
    const body = { object: "list", data: [small, vision, odd] };
    const completions = createCompletions({ baseURL, fetch: async () => json(body) }, key());
    expect(await completions.models()).toEqual([
      { id: "small", name: "Small", downloadBytes: 98_362_432, takesImages: false },
      { id: "vision", name: "vision", downloadBytes: null, takesImages: true },
      { id: "odd", name: "odd", downloadBytes: null, takesImages: false },
    ]);
  });

  it("throws if there are none", async () => {
    const completions = createCompletions({ baseURL, fetch: async () => json({ data: [] }) }, key());
    await expect(completions.models()).rejects.toThrow("lists no model");
  });
});
