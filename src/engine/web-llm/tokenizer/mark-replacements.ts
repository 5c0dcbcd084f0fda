import * as z from "zod/mini";

const REPLACEMENT = "\uFFFD";
/** Its three bytes in GPT-2's alphabet of bytes. */
const REPLACEMENT_BYTES = "ï¿½";

const decoderSchema = z.looseObject({
  type: z.string(),
  decoders: z.optional(z.array(z.looseObject({ type: z.string() }))),
});

/**
 * A tokenizer's decoder, with a step before it that gives `marker` for each U+FFFD that a token has in its
 * own text. What is still U+FFFD in decoded text then stands for bytes that make no character, or none yet.
 *
 * @param decoder `decoder` of a `tokenizer.json`. Without one, tokens are joined by spaces: it stays so
 */
export function markReplacements(decoder: unknown, marker: string): unknown {
  const parsed = decoderSchema.safeParse(decoder);
  if (!parsed.success) return decoder;
  const steps = parsed.data.decoders ?? [parsed.data];
  const isByteLevel = steps.some(({ type }) => type === "ByteLevel");
  const pattern = { String: isByteLevel ? REPLACEMENT_BYTES : REPLACEMENT };
  return { type: "Sequence", decoders: [{ type: "Replace", pattern, content: marker }, ...steps] };
}
