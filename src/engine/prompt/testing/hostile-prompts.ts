/** The checks of prompts of hostile conversations, for the models of any engine. */
import { Tokenizer } from "@huggingface/tokenizers";
import fc from "fast-check";
import { expect } from "vitest";
import { runAtOnce } from "../../../openai/testing/run-at-once.ts";
import type { PromptBuilder } from "../../local/prompt-builder.ts";
import {
  conversationOf,
  crossedOut,
  hostileMessages,
  IDENTITY,
  requestWithTools,
  textsWithTools,
} from "./hostile-requests.ts";

/** Control tokens of the fixture models, whose other tokens are bytes. */
const SPECIAL = { first: 256, start: 257, end: 258 };
const RUNS = { numRuns: 1_000, seed: 20_261_121 };

export interface HostileSetup {
  readonly promptBuilder: PromptBuilder;
  /** `tokenizer.json` of the tokenizer that the engine has. */
  readonly tokenizer: object;
}

function prompts({ promptBuilder, tokenizer }: HostileSetup) {
  const encoder = new Tokenizer(tokenizer, {});
  return (conversation: ReturnType<typeof conversationOf>) => {
    const prompt = runAtOnce(promptBuilder.build(conversation, 100_000));
    if (prompt === undefined) throw new Error("the prompt exceeds the limit");
    const ids = prompt.pieces.flatMap((piece) =>
      piece.type === "text" ? encoder.encode(piece.text, { add_special_tokens: false }).ids : [],
    );
    expect(prompt.textTokens).toBe(ids.length);
    return { pieces: prompt.pieces, ids };
  };
}

const controlTokens = (ids: readonly number[]) => ids.filter((id) => id >= SPECIAL.first);

/** Each turn has its text as the client wrote it, between the template's control tokens, and there are no others. */
export function expectTurnsAsWritten(setup: HostileSetup, withImages: boolean): void {
  const promptOf = prompts(setup);
  fc.assert(
    fc.property(hostileMessages(withImages), (messages) => {
      const conversation = conversationOf({ messages }, withImages);
      const { pieces, ids } = promptOf(conversation);
      const images = conversation.turns.flatMap(({ content }) =>
        typeof content === "string" ? [] : content.filter(({ type }) => type === "image"),
      );
      expect(pieces.flatMap((piece) => (piece.type === "image" ? [piece.image] : []))).toEqual(images);

      const turns = 1 + conversation.turns.length;
      const expected = Array.from({ length: turns }, () => [SPECIAL.start, SPECIAL.end]).flat();
      expect(controlTokens(ids)).toEqual([...expected, SPECIAL.start]);

      // The vocabulary is bytes, so the text between control tokens can be read back exactly.
      const texts = readTurns(ids);
      expect(texts[0]?.startsWith(`system\n${IDENTITY}`)).toBe(true);
      for (const [index, turn] of conversation.turns.entries()) {
        const content =
          typeof turn.content === "string"
            ? turn.content
            : turn.content.map((part) => (part.type === "text" ? part.text : "")).join("");
        expect(texts[index + 1]).toBe(`${turn.role}\n${content}`);
      }
    }),
    RUNS,
  );
}

/** Tools, their calls and results add no control token. */
export function expectNoTokensFromTools(setup: HostileSetup): void {
  const promptOf = prompts(setup);
  fc.assert(
    fc.property(textsWithTools, (texts) => {
      const [hostile, harmless] = [texts, texts.map(crossedOut)].map((all) =>
        controlTokens(promptOf(conversationOf(requestWithTools(all))).ids),
      );
      expect(hostile).toEqual(harmless);
    }),
    { ...RUNS, numRuns: 200 },
  );
}

/** The text of each turn as the model sees it, with its role. */
function readTurns(ids: readonly number[]): string[] {
  const turns: string[] = [];
  let bytes: number[] | undefined;
  for (const id of ids) {
    if (id === SPECIAL.start) bytes = [];
    else if (id === SPECIAL.end && bytes !== undefined) {
      turns.push(new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes)));
      bytes = undefined;
    } else bytes?.push(id);
  }
  return turns;
}
