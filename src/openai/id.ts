/** Random ids in the forms that OpenAI's clients know. */

/** 32 random hexadecimal digits: the 122 bits of a version 4 UUID. */
function randomDigits(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

export function completionId(): string {
  return `chatcmpl-${randomDigits()}`;
}

export function requestId(): string {
  return `req_${randomDigits()}`;
}
