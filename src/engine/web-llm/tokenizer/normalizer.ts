/** Spellings that a tokenizer takes for the same: its normaliser maps one to the other before anything else. */
import * as z from "zod/mini";

export interface SameTokens {
  /** A text with the same tokens, spelled as the tokenizer's normaliser would. */
  spell(text: string): string;
  /** Whether capital letters give the same tokens as small ones. */
  readonly ignoresCase: boolean;
}

const normalizerSchema = z.looseObject({
  type: z.string(),
  lowercase: z.optional(z.unknown()),
  normalizers: z.optional(z.array(z.unknown())),
});

/** @param normalizer what `tokenizer.json` has under `normalizer` */
export function sameTokens(normalizer: unknown): SameTokens {
  const kinds = new Set(kindsOf(normalizer));
  // SentencePiece's own table, `Precompiled`, is NFKC with a few characters more.
  const form = ["NFKC", "NFKD", "Precompiled"].some((kind) => kinds.has(kind))
    ? "NFKC"
    : ["NFC", "NFD"].some((kind) => kinds.has(kind))
      ? "NFC"
      : undefined;
  return {
    spell: (text) => (form === undefined ? text : text.normalize(form)),
    ignoresCase: kinds.has("Lowercase"),
  };
}

function kindsOf(normalizer: unknown): string[] {
  const parsed = normalizerSchema.safeParse(normalizer);
  if (!parsed.success) return [];
  const { type, lowercase, normalizers = [] } = parsed.data;
  const lowers = type === "BertNormalizer" && lowercase !== false ? ["Lowercase"] : [];
  return [type, ...lowers, ...normalizers.flatMap(kindsOf)];
}
