/**
 * Rewrites a header so that llama.cpp takes only our names of control tokens for control tokens, and adds nothing to a
 * prompt. The tensor data stays as it is: offsets count from its start.
 *
 *     new Blob([rewritten.header, file.slice(gguf.dataOffset)])
 */
import { ByteCursor } from "./byte-cursor.ts";
import {
  type ControlToken,
  END_KEYS,
  findControlTokens,
  isNamed,
  TOKEN_TYPES_KEY,
  TOKENS_KEY,
} from "./control-tokens.ts";
import { encodeEntry, encodeHeader, encodeText, encodeTextArray, type TypedValue } from "./encode-header.ts";
import type { Gguf } from "./gguf.ts";
import { integerField, textField, textsField } from "./metadata-fields.ts";

export interface RenamedHeader {
  /** The whole header, with zeros up to the start of the tensor data. */
  readonly header: Uint8Array<ArrayBuffer>;
  /** The tokens that have another name now, with the names in the file. */
  readonly tokens: readonly ControlToken[];
  /**
   * Ids of all tokens that end a reply, the model's own end token first. llama.cpp ends at the first six: it finds
   * others by their names only, which are gone.
   */
  readonly endIds: readonly number[];
}

const MERGES_KEY = "tokenizer.ggml.merges";
const NAME_KEY = "general.name";

/** Additions of llama.cpp to a prompt: the prompt holds these tokens itself, where the template wants them. */
const ADDITIONS: Readonly<Record<string, TypedValue>> = Object.fromEntries(
  ["add_bos_token", "add_eos_token", "add_sep_token", "add_space_prefix"].map((name) => [
    `tokenizer.ggml.${name}`,
    { bool: false },
  ]),
);

/** Templates, which we render ourselves: llama.cpp would compile them at each load, and fail where it cannot. */
const UNUSED_KEY = /^tokenizer\.(?:chat_template|huggingface\.json)/;

/**
 * @param rename gives the new name of a token: distinct, and in no text of a client. Tokens of all kinds that llama.cpp
 *   looks for in a text are renamed, but not runs of white space
 * @throws {GgufError} if the file has no vocabulary
 */
export function renameControlTokens(gguf: Gguf, rename: (token: ControlToken) => string): RenamedHeader {
  const { metadata, bytes, entries } = gguf;
  const { tokens: found, types, endIds } = findControlTokens(metadata);
  const tokens = found.filter(isNamed);
  const names = new Map(tokens.map(({ id, name }) => [name, id]));

  const vocabulary = rawTexts(gguf, TOKENS_KEY);
  for (const token of tokens) vocabulary[token.id] = encodeText(rename(token));
  const merges = textsField(metadata, MERGES_KEY) ?? [];
  // A merge that produces a renamed token would leave text without a token.
  const keptMerges = rawTexts(gguf, MERGES_KEY).filter((_, index) => {
    return !mergeTokens(merges[index] ?? "").some((token) => names.has(token));
  });

  const replaced = new Map<string, Uint8Array | undefined>([
    [TOKENS_KEY, encodeTextArray(TOKENS_KEY, vocabulary)],
    [TOKEN_TYPES_KEY, encodeEntry(TOKEN_TYPES_KEY, { int32s: types })],
    ...Object.entries(ADDITIONS).map(([key, value]) => [key, encodeEntry(key, value)] as const),
    ...endEntries(gguf, endIds),
  ]);
  if (merges.length > 0) replaced.set(MERGES_KEY, encodeTextArray(MERGES_KEY, keptMerges));
  // For a model of this name llama.cpp looks for tokens by their names, and fails without them.
  if (/phi-?3/i.test(textField(metadata, NAME_KEY) ?? "")) replaced.set(NAME_KEY, undefined);

  const unchanged = [...entries]
    .filter(([key]) => !replaced.has(key) && !UNUSED_KEY.test(key))
    .map(([, { start, end }]) => bytes.subarray(start, end));
  const header = encodeHeader({
    version: gguf.version,
    entries: [...unchanged, ...[...replaced.values()].filter((entry) => entry !== undefined)],
    tensorCount: gguf.tensors.length,
    tensorList: bytes.subarray(gguf.tensorList.start, gguf.tensorList.end),
    alignment: gguf.alignment,
  });
  return { header, tokens, endIds };
}

/** Keys that the header lacks, for the end tokens that no key names. */
function endEntries({ metadata }: Gguf, endIds: readonly number[]): [string, Uint8Array][] {
  const stated = new Set(END_KEYS.map((key) => integerField(metadata, key)));
  const free = END_KEYS.filter((key) => !metadata.has(key));
  const unstated = endIds.filter((id) => !stated.has(id));
  return unstated
    .slice(0, free.length)
    .map((id, index) => [free[index] ?? "", encodeEntry(free[index] ?? "", { uint32: id })]);
}

/** The encoded elements of an array of texts: not all of them may be valid UTF-8. Empty without the key. */
function rawTexts({ bytes, entries }: Gguf, key: string): Uint8Array[] {
  const range = entries.get(key);
  if (!range) return [];
  const cursor = new ByteCursor(bytes, bytes.length);
  cursor.position = range.start;
  cursor.skipString();
  cursor.uint32();
  cursor.uint32();
  return Array.from({ length: cursor.size() }, () => {
    const start = cursor.position;
    cursor.skipString();
    return bytes.subarray(start, cursor.position);
  });
}

/** The two tokens that a merge joins, and the one that it produces. A token may begin with a space. */
function mergeTokens(merge: string): readonly string[] {
  const at = merge.indexOf(" ", 1);
  const [left, right] = [merge.slice(0, at), merge.slice(at + 1)];
  return [left, right, left + right];
}
