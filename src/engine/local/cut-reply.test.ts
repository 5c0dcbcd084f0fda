import { Tokenizer } from "@huggingface/tokenizers";
import { describe, expect, it } from "vitest";
import { ReplyParser } from "../reply/reply-parser.ts";
import { markTokenizer } from "../tokenizer/marked-tokenizer.ts";
import { streamReply } from "./reply-stream.ts";
import type { ReplyStep, Runtime } from "./runtime.ts";
import { byteFallbackTokenizer } from "../tokenizer/testing/byte-fallback-tokenizer.ts";
import { byteTokenizer } from "../tokenizer/testing/byte-tokenizer.ts";

const TOKENIZERS = {
  "byte-level": byteTokenizer([], ["\uFFFD"]),
  "byte-fallback": byteFallbackTokenizer(["H", "i"]),
};

/** Characters of several bytes, and U+FFFD as a token of its own, in the middle and at the end. */
const TEXT = "Hi é \uFFFD€ 😀\uFFFD";

function open(source: object) {
  const marked = markTokenizer(source, "m0123456789abcdefx");
  const tokenizer = new Tokenizer(marked.json, {});
  const { ids } = tokenizer.encode(TEXT, { add_special_tokens: false });
  const decode = (count: number) =>
    count === 0 ? "" : tokenizer.decode(ids.slice(0, count), { skip_special_tokens: false });

  /** The texts that a client gets if the reply ends after `count` tokens. */
  async function pieces(count: number, reason: "length" | "stop"): Promise<string[]> {
    async function* reply(): AsyncGenerator<ReplyStep, undefined> {
      for (let done = 1; done <= count; done++) yield { type: "token", decoded: decode(done) };
      yield { type: "end", decoded: decode(count), reason, cachedTokens: 0, completionTokens: count };
    }
    const runtime: Runtime = {
      reply,
      interrupt: () => {},
      isAlive: () => Promise.resolve(true),
      unload: () => Promise.resolve(),
    };
    const parts = streamReply({
      runtime,
      request: { prompt: [], sampling: {}, maxTokens: count },
      parser: new ReplyParser({
        calls: "never",
        open: "<call>",
        close: "</call>",
        stop: [],
        unmark: marked.unmark,
        makeId: () => "call",
      }),
      promptTokens: 1,
      signal: new AbortController().signal,
      waitingIntervalMs: 0,
      timeouts: { firstTokenMs: 1000, nextTokenMs: 1000 },
      onFree: () => {},
    });
    const texts: string[] = [];
    for await (const part of parts) if (part.type === "text") texts.push(part.text);
    return texts;
  }
  return { ids, pieces };
}

describe.each(Object.entries(TOKENIZERS))("a reply of a %s tokenizer", (_, source) => {
  it("ends in a complete character, wherever it is cut, and keeps U+FFFD that the model wrote", async () => {
    const { ids, pieces } = open(source);
    const characters = Array.from(TEXT);
    const prefixes = new Set(["", ...characters.map((__, index) => characters.slice(0, index + 1).join(""))]);
    const seen = new Set<string>();
    for (let count = 0; count <= ids.length; count++) {
      for (const reason of ["length", "stop"] as const) {
        const texts = await pieces(count, reason);
        const whole = texts.join("");
        expect(prefixes, `after ${count} tokens`).toContain(whole);
        for (const text of texts) expect(text.isWellFormed()).toBe(true);
        seen.add(whole);
      }
    }
    // No character is held back after its last byte.
    for (const prefix of prefixes) expect(seen).toContain(prefix);
  });
});
