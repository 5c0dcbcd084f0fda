import { byteAlphabet } from "./byte-tokenizer.ts";

/** Tokenizers of the kinds that the models in web-llm's list have, with merges trained on a few sentences. */
const TEXT =
  "the cat sat on the mat, and the dog ate 1234 of its 567 biscuits. It's what they'll do: isn't it? " +
  "der Hund aß die Kekse. 你好，你好世界。 aaaaaaaa  bbbb    ----====\n\n\tif (a[0] === b) { return; }\n";

/** Trains BPE: every character is a symbol at first; then the most frequent pair becomes a symbol, `count` times. */
function trainMerges(words: readonly string[][], count: number): [string, string][] {
  const merges: [string, string][] = [];
  let current = words.map((word) => [...word]);
  while (merges.length < count) {
    const pairs = new Map<string, { pair: [string, string]; times: number }>();
    for (const word of current) {
      for (let at = 1; at < word.length; at += 1) {
        const pair: [string, string] = [word[at - 1] ?? "", word[at] ?? ""];
        const key = JSON.stringify(pair);
        pairs.set(key, { pair, times: (pairs.get(key)?.times ?? 0) + 1 });
      }
    }
    const [best] = [...pairs.values()].toSorted((a, b) => b.times - a.times);
    if (best === undefined) break;
    merges.push(best.pair);
    const [left, right] = best.pair;
    current = current.map((word) => {
      const merged: string[] = [];
      for (const symbol of word) {
        if (symbol === right && merged.at(-1) === left) merged[merged.length - 1] = left + right;
        else merged.push(symbol);
      }
      return merged;
    });
  }
  return merges;
}

const encoder = new TextEncoder();

interface Options {
  readonly normalizer?: object | null;
  readonly pre_tokenizer: object | null;
  readonly added?: readonly object[];
  readonly model?: object;
}

function tokenizer(
  { normalizer = null, pre_tokenizer, added = [], model }: Options,
  vocab: string[],
): object {
  const ids = Object.fromEntries([...new Set(vocab)].map((token, id) => [token, id]));
  const first = Object.keys(ids).length;
  return {
    version: "1.0",
    added_tokens: added.map((token, index) => ({
      id: first + index,
      special: true,
      normalized: false,
      ...token,
    })),
    normalizer,
    pre_tokenizer,
    post_processor: null,
    decoder: null,
    model: { type: "BPE", unk_token: null, byte_fallback: false, ...model, vocab: ids },
  };
}

function byteLevel(options: Options): object {
  const characters = byteAlphabet();
  const words = (TEXT.match(/\s?\S+|\s+/g) ?? []).map((word) =>
    Array.from(encoder.encode(word), (byte) => characters[byte] ?? ""),
  );
  const merges = trainMerges(words, 150);
  return tokenizer({ ...options, model: { merges, ...options.model } }, [
    ...characters,
    ...merges.map((merge) => merge.join("")),
  ]);
}

function sentencePiece(options: Options): object {
  const merges = trainMerges([Array.from(`▁${TEXT.replaceAll(" ", "▁")}`)], 150);
  const bytes = Array.from(
    { length: 256 },
    (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`,
  );
  return tokenizer(
    { ...options, model: { merges, byte_fallback: true, fuse_unk: true, unk_token: "<unk>" } },
    ["<unk>", ...bytes, ...new Set(TEXT.replaceAll(" ", "▁")), "▁", ...merges.map((merge) => merge.join(""))],
  );
}

const BYTE_LEVEL = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true };
const CL100K =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
const CL100K_SPLIT = { type: "Split", pattern: { Regex: CL100K }, behavior: "Isolated", invert: false };
const REPLACE_SPACES = { type: "Replace", pattern: { String: " " }, content: "▁" };
const MARK = { content: "<mark>" };

export const TRAINED_TOKENIZERS: readonly (readonly [name: string, json: object])[] = [
  ["GPT-2", byteLevel({ pre_tokenizer: BYTE_LEVEL, added: [MARK] })],
  [
    "SmolLM2: each digit is a word",
    byteLevel({
      pre_tokenizer: {
        type: "Sequence",
        pretokenizers: [{ type: "Digits", individual_digits: true }, BYTE_LEVEL],
      },
      added: [MARK],
    }),
  ],
  [
    "Llama 3: a pattern of its own",
    byteLevel({
      pre_tokenizer: { type: "Sequence", pretokenizers: [CL100K_SPLIT, { ...BYTE_LEVEL, use_regex: false }] },
      added: [MARK],
      model: { ignore_merges: true },
    }),
  ],
  [
    "Qwen: NFC",
    byteLevel({
      normalizer: { type: "NFC" },
      pre_tokenizer: { type: "Sequence", pretokenizers: [CL100K_SPLIT, { ...BYTE_LEVEL, use_regex: false }] },
      added: [MARK],
    }),
  ],
  [
    "GPT-NeoX: added tokens of white space",
    byteLevel({
      normalizer: { type: "NFC" },
      pre_tokenizer: BYTE_LEVEL,
      added: [
        MARK,
        { content: "  ", normalized: true, special: false },
        { content: "    ", normalized: true, special: false },
      ],
    }),
  ],
  [
    "Llama 2: no pre-tokenizer",
    sentencePiece({
      normalizer: { type: "Sequence", normalizers: [{ type: "Prepend", prepend: "▁" }, REPLACE_SPACES] },
      pre_tokenizer: null,
      added: [MARK],
    }),
  ],
  [
    "Phi-3: added tokens that strip white space",
    sentencePiece({
      normalizer: { type: "Sequence", normalizers: [{ type: "Prepend", prepend: "▁" }, REPLACE_SPACES] },
      pre_tokenizer: null,
      added: [
        { ...MARK, rstrip: true },
        { content: "<both>", lstrip: true, rstrip: true },
      ],
    }),
  ],
  [
    "Gemma: split at spaces",
    sentencePiece({
      normalizer: REPLACE_SPACES,
      pre_tokenizer: {
        type: "Split",
        pattern: { String: " " },
        behavior: "MergedWithPrevious",
        invert: false,
      },
      added: [MARK, { content: "\n\n", special: false }],
    }),
  ],
];
