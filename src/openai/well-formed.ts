/**
 * Text as every encoding of Unicode can hold it: JSON may carry half of a surrogate pair, which none can, so
 * each half becomes U+FFFD, as in every encoder of the platform.
 */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}
