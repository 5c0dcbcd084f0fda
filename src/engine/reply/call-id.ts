const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 24;

/** Makes ids of calls, `call_` and 24 random letters and digits, none of which is in `taken` or given twice. */
export function createCallIds(taken: Iterable<string>): () => string {
  const used = new Set(taken);
  return () => {
    let id: string;
    do id = `call_${randomText()}`;
    while (used.has(id));
    used.add(id);
    return id;
  };
}

function randomText(): string {
  let text = "";
  while (text.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      // Bytes from 248 on would make the first letters likelier than the rest.
      if (byte < 4 * ALPHABET.length && text.length < LENGTH) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}
