/** Rules for the framing of every stream. */
import { expect } from "@playwright/test";
import type { Answer } from "./answer.ts";

const EVENT_STREAM = "text/event-stream; charset=utf-8";
const REPLACEMENT = "\uFFFD";

export interface StreamOptions {
  readonly model: string;
  /** True if the request asked for the usage. */
  readonly usage: boolean;
}

/** @throws if the stream is not framed as OpenAI's are */
export function checkStream({ headers, text, chunks = [] }: Answer, { model, usage }: StreamOptions): void {
  expect(headers["content-type"], "content-type").toBe(EVENT_STREAM);
  if (text !== undefined) checkFrames(text);

  const replies = usage ? chunks.slice(0, -1) : chunks;
  const [first, last] = [replies[0], replies.at(-1)];
  expect(first?.choices[0]?.delta, "the first delta").toEqual({ role: "assistant", content: "" });
  expect(last?.choices[0], "the last choice").toMatchObject({ delta: {}, index: 0 });
  expect(last?.choices[0]?.delta, "the last delta").toEqual({});
  expect(last?.choices[0]?.finish_reason, "finish_reason").toMatch(/^(stop|length|tool_calls)$/);
  for (const chunk of chunks) {
    expect(chunk).toMatchObject({
      id: first?.id,
      object: "chat.completion.chunk",
      created: first?.created,
      model,
      system_fingerprint: first?.system_fingerprint,
    });
  }
  for (const { choices } of replies) expect(choices, "one choice a chunk").toHaveLength(1);
  const between = replies.slice(1, -1).flatMap(({ choices }) => choices);
  for (const { delta, finish_reason, logprobs } of between) {
    expect({ finish_reason, logprobs }).toEqual({ finish_reason: null, logprobs: null });
    expect(delta, "a later delta").not.toHaveProperty("role");
    expect(Object.keys(delta), "a delta is text or calls").toHaveLength(1);
    // A character cut in two would decode as the replacement character.
    const piece = delta.content ?? "";
    expect(piece.isWellFormed() && !piece.includes(REPLACEMENT), `whole characters in ${piece}`).toBe(true);
  }
  if (usage) {
    expect(chunks.at(-1), "the last chunk").toMatchObject({
      choices: [],
      usage: { prompt_tokens: expect.any(Number) },
    });
    for (const chunk of replies) expect(chunk.usage, "usage before the last chunk").toBeNull();
  } else {
    for (const chunk of chunks) expect(chunk, "no usage unasked").not.toHaveProperty("usage");
  }
}

/** `data:` frames and comments, each followed by an empty line, and `[DONE]` only at the end. */
function checkFrames(text: string): void {
  const frames = text.split("\n\n");
  expect(frames.pop(), "an empty line behind the last frame").toBe("");
  expect(frames.pop(), "the last frame").toBe("data: [DONE]");
  for (const frame of frames) expect(frame).toMatch(/^(data: \{.*\}|: .*)$/);
}
