import type { ConversationsConnection } from "./database.ts";
import { parseConversationRow, parseMessageRow } from "./rows.ts";

/** Rows read at once. Images make rows large. */
const BATCH_SIZE = 500;

/**
 * Ids of the conversations whose title or messages contain `words`, in batches: an id can come more than once.
 * `signal` ends the search.
 */
export async function* searchConversations(
  connection: Pick<ConversationsConnection, "open">,
  words: string,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  const query = normalize(words);
  const matches = (text: string) => normalize(text).includes(query);
  const database = await connection.open();
  const conversations = await database.getAll("conversations");
  yield conversations
    .flatMap((row) => parseConversationRow(row) ?? [])
    .filter(({ title }) => matches(title))
    .map(({ id }) => id);

  let range: IDBKeyRange | null = null;
  while (!signal.aborted) {
    const [rows, keys] = await Promise.all([
      database.getAll("messages", range, BATCH_SIZE),
      database.getAllKeys("messages", range, BATCH_SIZE),
    ]);
    const found = rows
      .flatMap((row) => parseMessageRow(row) ?? [])
      .filter(({ message }) => matches(message.text))
      .map(({ conversation }) => conversation);
    if (found.length > 0) yield found;
    const lastKey = keys.at(-1);
    if (lastKey === undefined || keys.length < BATCH_SIZE) return;
    range = IDBKeyRange.lowerBound(lastKey, true);
  }
}

/** Normal form for a comparison that ignores case and the encoding of accents. */
function normalize(text: string): string {
  return text.normalize("NFKC").toLocaleLowerCase();
}
