const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 248. Bytes from here on are skipped: with them the first characters would be likelier than the others. */
const BYTE_LIMIT = 256 - (256 % ALPHABET.length);

/** `length` random letters and digits of ASCII (base62), just under 6 bits each, fit for secrets. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < BYTE_LIMIT && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}
