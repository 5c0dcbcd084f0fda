/**
 * Tokens that llama.cpp knows by their names: the ones that end a reply, and others that it takes for control tokens
 * whatever the file says. Source: `llama_vocab::impl::load` in `llama-vocab.cpp` of llama.cpp, November 2026.
 */

const END_NAMES = [
  "<|eot_id|>",
  "<|im_end|>",
  "<|end|>",
  "<|return|>",
  "<|call|>",
  "<|flush|>",
  "<|calls|>",
  "<end_of_turn>",
  "<|endoftext|>",
  "</s>",
  "<|eom_id|>",
  "<EOT>",
  "_<EOT>",
  "[EOT]",
  "[EOS]",
  "<|end_of_text|>",
  "<end_of_utterance>",
  "<eos>",
  "<turn|>",
  "<|tool_response>",
  "<｜end▁of▁sentence｜>",
  "[e~[",
];

/** Tokens for filling gaps in code. One of each list, the first that exists, ends a reply. */
const GAP_END_NAMES = [
  ["<|fim_pad|>", "<fim-pad>", "<fim_pad>", "<PAD>", "[PAD]"],
  ["<|fim_repo|>", "<|repo_name|>", "<fim-repo>", "<REPO>", "<reponame>"],
  ["<|file_sep|>"],
];

const GAP_NAMES = [
  ["<|fim_prefix|>", "<fim-prefix>", "<fim_prefix>", "<｜fim▁begin｜>", "<PRE>", "▁<PRE>"],
  ["<|code_prefix|>", "<|prefix|>"],
  ["<|fim_suffix|>", "<fim-suffix>", "<fim_suffix>", "<｜fim▁hole｜>", "<SUF>", "▁<SUF>"],
  ["<|code_suffix|>", "<|suffix|>"],
  ["<|fim_middle|>", "<fim-middle>", "<fim_middle>", "<｜fim▁end｜>", "<MID>", "▁<MID>"],
  ["<|code_middle|>", "<|middle|>"],
].flat();

const KNOWN_NAMES = new Set([...END_NAMES, ...GAP_END_NAMES.flat(), ...GAP_NAMES]);

/** Parts of a reply of gpt-oss that are shown, so that a reader can tell its channels apart. */
const SHOWN_NAMES = new Set(["<|channel|>", "<|message|>", "<|start|>", "<|constrain|>"]);

export interface NamedTokens {
  /** Ids of the tokens that end a reply because of their names, the likeliest first. */
  readonly endIds: readonly number[];
  /** Ids of tokens that are control tokens whatever the file says. */
  readonly controlIds: ReadonlySet<number>;
  /** Ids of tokens that are user-defined whatever the file says. */
  readonly shownIds: ReadonlySet<number>;
  /** Ids of tokens that are plain text whatever the file says. */
  readonly plainIds: ReadonlySet<number>;
}

/** @param tokens the vocabulary by id */
export function findNamedTokens(tokens: readonly string[]): NamedTokens {
  const ids = new Map<string, number>();
  for (const [id, name] of tokens.entries())
    if (KNOWN_NAMES.has(name) || SHOWN_NAMES.has(name)) ids.set(name, id);
  const idsOf = (names: Iterable<string>) => [...names].flatMap((name) => ids.get(name) ?? []);
  const has = (name: string) => ids.has(name);

  const shown = new Set(SHOWN_NAMES);
  const plain = new Set<string>();
  // In these formats the token ends a part of a reply.
  if (has("<|end|>") && ((has("<|return|>") && hasCall(has)) || (has("<|flush|>") && hasCall(has))))
    shown.add("<|end|>");
  // Gemma 4 and PaddleOCR have the token for HTML.
  if (has("<|tool_response>")) plain.add("</s>");

  const isEnd = (name: string) => !shown.has(name) && !plain.has(name);
  const gapEnds = GAP_END_NAMES.map((names) => names.find(has) ?? "");
  return {
    endIds: idsOf([...END_NAMES.filter(isEnd), ...gapEnds]),
    controlIds: new Set(idsOf([...KNOWN_NAMES].filter(isEnd))),
    shownIds: new Set(idsOf(shown)),
    plainIds: new Set(idsOf(plain)),
  };
}

function hasCall(has: (name: string) => boolean): boolean {
  return has("<|call|>") || has("<|calls|>");
}
