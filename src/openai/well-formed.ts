/**
 * Replaces each lone surrogate by U+FFFD, as the platform's encoders do. JSON may contain lone surrogates, but no
 * encoding of Unicode can.
 */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}
