/** The first step of a tokenizer, which maps different spellings to the same text: forged markers could use it. */
import * as z from "zod/mini";

export interface Normalizer {
  /** Applies the Unicode normalization form of the tokenizer, if any: the tokens stay the same. */
  normalize(text: string): string;
  /** True if upper-case letters give the same tokens as lower-case ones. */
  readonly ignoresCase: boolean;
}

const normalizerSchema = z.looseObject({
  type: z.string(),
  lowercase: z.optional(z.unknown()),
  normalizers: z.optional(z.array(z.unknown())),
});

/** @param source the value of `normalizer` in `tokenizer.json` */
export function readNormalizer(source: unknown): Normalizer {
  const types = new Set(typesOf(source));
  // SentencePiece's own table, `Precompiled`, is NFKC with a few more characters.
  const form = ["NFKC", "NFKD", "Precompiled"].some((type) => types.has(type))
    ? "NFKC"
    : ["NFC", "NFD"].some((type) => types.has(type))
      ? "NFC"
      : undefined;
  return {
    normalize: (text) => (form === undefined ? text : text.normalize(form)),
    ignoresCase: types.has("Lowercase"),
  };
}

function typesOf(normalizer: unknown): string[] {
  const parsed = normalizerSchema.safeParse(normalizer);
  if (!parsed.success) return [];
  const { type, lowercase, normalizers = [] } = parsed.data;
  const lowers = type === "BertNormalizer" && lowercase !== false ? ["Lowercase"] : [];
  return [type, ...lowers, ...normalizers.flatMap(typesOf)];
}
