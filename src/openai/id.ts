/** Random ids in the forms that OpenAI's clients know. */

/** 32 random hexadecimal digits: the 122 bits of a version 4 UUID. */
function randomHexDigits(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

/** A completion's id, made from `distinct`: letters and digits that no other completion has. */
export function completionId(distinct: string = randomHexDigits()): string {
  return `chatcmpl-${distinct}`;
}

export function requestId(): string {
  return `req_${randomHexDigits()}`;
}
