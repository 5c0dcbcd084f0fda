/** 32 random hexadecimal digits: the 122 bits of a version 4 UUID. */
function randomHexDigits(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

/** A completion's id in OpenAI's form. `unique` is letters and digits that no other completion has. */
export function completionId(unique: string = randomHexDigits()): string {
  return `chatcmpl-${unique}`;
}

/** A random id for `x-request-id`, in OpenAI's form. */
export function requestId(): string {
  return `req_${randomHexDigits()}`;
}
