import * as z from "zod/mini";

const REPLACEMENT = "\uFFFD";
/** The three bytes of U+FFFD in GPT-2's byte alphabet. */
const REPLACEMENT_BYTES = "ï¿½";

const decoderSchema = z.looseObject({
  type: z.string(),
  decoders: z.optional(z.array(z.looseObject({ type: z.string() }))),
});

/**
 * Adds a first step to a tokenizer's decoder that replaces each U+FFFD in a token's own text by `marker`. What is still
 * U+FFFD in the decoded text then stands for bytes that form no character, or not yet.
 *
 * @param decoder the value of `decoder` in `tokenizer.json`; without one, tokens are joined by spaces, and that stays so
 */
export function markReplacements(decoder: unknown, marker: string): unknown {
  const parsed = decoderSchema.safeParse(decoder);
  if (!parsed.success) return decoder;
  const steps = parsed.data.decoders ?? [parsed.data];
  const isByteLevel = steps.some(({ type }) => type === "ByteLevel");
  const pattern = { String: isByteLevel ? REPLACEMENT_BYTES : REPLACEMENT };
  return { type: "Sequence", decoders: [{ type: "Replace", pattern, content: marker }, ...steps] };
}
