import { expect } from "@playwright/test";

/** Replies of the fixture model whose replies reach its ceiling, for tests of hosts and workers that go. */

declare global {
  /** In a page: reads the rest of the reply that `openReply` opened. */
  var restOfReply: () => Promise<OpenedReply>;
}

export interface OpenedReply {
  /** The events as they came. */
  readonly events: string;
  /** The text of the reply. */
  readonly text: string;
  /** Reading ended with an error, so that nobody takes the reply for whole. */
  readonly isBroken: boolean;
}

/** In a connected page: a whole reply. */
export async function askWhole({ maxRetries = 0 }: { maxRetries?: number } | void = {}): Promise<string> {
  const { choices } = await client.withOptions({ maxRetries }).chat.completions.create({
    model: "fixture-length",
    temperature: 0,
    messages: [{ role: "user", content: "And then?" }],
  });
  return choices[0]?.message.content ?? "";
}

/**
 * In a connected page: open the same reply as a stream, and read up to its first text. It has 128 tokens, and goes on
 * meanwhile; `restOfReply` reads the rest.
 */
export async function openReply(): Promise<void> {
  const response = await insitu.fetch(`${insitu.baseURL}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${client.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      model: "fixture-length",
      stream: true,
      temperature: 0,
      messages: [{ role: "user", content: "And then?" }],
    }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let events = "";
  const textOf = () =>
    events
      .split("\n")
      .filter((line) => line.startsWith("data: {"))
      .map((line) => JSON.parse(line.slice(6)).choices?.[0]?.delta.content ?? "")
      .join("");
  while (!events.endsWith("\n\n") || textOf() === "") events += (await reader?.read())?.value ?? "";
  globalThis.restOfReply = async () => {
    try {
      for (;;) {
        const { done = true, value = "" } = (await reader?.read()) ?? {};
        if (done) return { events, text: textOf(), isBroken: false };
        events += value;
      }
    } catch {
      return { events, text: textOf(), isBroken: true };
    }
  };
}

/** The reply ended with an error after which a client may ask again, and what came before is the beginning of `whole`. */
export function expectRetryable({ events, text, isBroken }: OpenedReply, whole: string): void {
  expect(events).toMatch(/data: \{"error":\{.*"code":"engine_unavailable"/);
  expect(events).not.toMatch(/"finish_reason":"|\[DONE\]/);
  expect(isBroken).toBe(true);
  expect(whole.startsWith(text)).toBe(true);
  expect(text.length).toBeLessThan(whole.length);
}
