/** The text of API keys: generated, recognised and hashed. */
import { randomText } from "../util/random-text.ts";

const PREFIX = "sk-insitu-";
/** 43 characters of an alphabet of 62 carry 256 bits. */
const RANDOM_LENGTH = 43;
const KEY_PATTERN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH}}$`);
/** Characters of the random part that a listing shows. */
const DISPLAYED_RANDOM_LENGTH = 4;

/** A new key: the prefix and 256 random bits. */
export function generateKeyText(): string {
  return PREFIX + randomText(RANDOM_LENGTH);
}

/** True if `text` has the form of a key. */
export function isWellFormedKey(text: string): boolean {
  return KEY_PATTERN.test(text);
}

/** The beginning of a key's text, to tell keys apart in listings. */
export function displayPrefix(keyText: string): string {
  return keyText.slice(0, PREFIX.length + DISPLAYED_RANDOM_LENGTH);
}

/** SHA-256 in hexadecimal. A plain hash is enough: the key is 256 random bits, not a password. */
export async function hashKeyText(keyText: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(keyText));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
