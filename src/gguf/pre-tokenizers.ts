/**
 * Pre-tokenizers of byte-level BPE, in the format of Hugging Face's `tokenizer.json`, by llama.cpp's names of them in
 * `tokenizer.ggml.pre`. The patterns are those of the models' own `tokenizer.json`.
 */

export interface PreTokenizer {
  readonly steps: readonly object[];
  /** True if a word that is a token is not put together by merges. */
  readonly ignoresMerges: boolean;
  /** True if the model's own tokenizer composes characters, which llama.cpp leaves to its caller. */
  readonly composes: boolean;
  /** True if a prompt begins with the begin-of-text token where the file does not say. */
  readonly begins: boolean;
}

const GPT_2 = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true };
const BYTES = { ...GPT_2, use_regex: false };

const split = (regex: string) => ({
  type: "Split",
  pattern: { Regex: regex },
  behavior: "Isolated",
  invert: false,
});

// Not `Digits`, which the JavaScript library restricts to decimal digits.
const DIGITS = split("\\p{N}");

const CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)";
const WHITE_SPACE = "\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

/** As in OpenAI's cl100k, with runs of up to `digits` digits. */
function cl100k(digits: string, letters = "\\p{L}"): object[] {
  const mark = letters === "\\p{L}" ? "" : "\\p{M}";
  const others = `[^\\s\\p{L}${mark}\\p{N}]`;
  const word = mark === "" ? `${letters}+` : `[${letters}]+`;
  const regex = `${CONTRACTIONS}|[^\\r\\n\\p{L}\\p{N}]?${word}|${digits}| ?${others}+[\\r\\n]*|${WHITE_SPACE}`;
  return [split(regex), BYTES];
}

/** As in OpenAI's o200k: words are split where upper case follows lower case. */
function o200k(suffix: string, digits: string): object[] {
  const upper = "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]";
  const lower = "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]";
  const before = "[^\\r\\n\\p{L}\\p{N}]?";
  const words = `${before}${upper}*${lower}+${suffix}|${before}${upper}+${lower}*${suffix}`;
  return [split(`${words}|${digits}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|${WHITE_SPACE}`), BYTES];
}

const DEEPSEEK_3 = [
  split("\\p{N}{1,3}"),
  split("[一-龥\u3040-ゟ゠-ヿ]+"),
  split(
    "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+|" +
      ` ?[\\p{P}\\p{S}]+[\\r\\n]*|${WHITE_SPACE}`,
  ),
  BYTES,
];

const plain = (steps: readonly object[]): PreTokenizer => ({
  steps,
  ignoresMerges: false,
  composes: false,
  begins: false,
});

const gpt2 = plain([GPT_2]);
const digits = plain([DIGITS, GPT_2]);
const llama3 = { ...plain(cl100k("\\p{N}{1,3}")), ignoresMerges: true, begins: true };
const cl100kSplit = plain(cl100k("\\p{N}{1,3}"));
const qwen2 = { ...plain(cl100k("\\p{N}")), composes: true };

const PRE_TOKENIZERS: ReadonlyMap<string, PreTokenizer> = new Map([
  ...names(gpt2, "gpt-2", "phi-2", "mpt", "olmo", "jais", "exaone4", "gigachat", "a.x-4.0", "mellum"),
  ...names(digits, "smollm", "starcoder", "refact", "command-r", "codeshell", "exaone", "minerva-7b"),
  ...names(llama3, "llama-bpe", "llama3", "llama-v3", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2"),
  ...names(cl100kSplit, "dbrx", "smaug-bpe", "glm4", "chatglm-bpe"),
  ...names(qwen2, "qwen2", "deepseek-r1-qwen"),
  ...names(plain(cl100k("\\p{N}")), "stablelm2", "megrez", "hunyuan"),
  ...names({ ...plain(cl100k("\\p{N}", "\\p{L}\\p{M}")), composes: true }, "qwen35"),
  ...names(plain(DEEPSEEK_3), "deepseek-v3", "hunyuan-dense"),
  ...names(plain(o200k(`${CONTRACTIONS}?`, "\\p{N}{1,3}")), "gpt-4o", "llama4"),
  ...names({ ...plain(o200k("", "\\p{N}")), ignoresMerges: true, begins: true }, "tekken"),
]);

function names(preTokenizer: PreTokenizer, ...all: string[]): [string, PreTokenizer][] {
  return all.map((name) => [name, preTokenizer]);
}

/** Undefined for a name that we do not know. */
export function findPreTokenizer(name: string): PreTokenizer | undefined {
  return PRE_TOKENIZERS.get(name);
}
