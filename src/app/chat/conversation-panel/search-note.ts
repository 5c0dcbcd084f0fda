import type { SearchMatches } from "./use-search.ts";

/**
 * The line above the list of conversations.
 *
 * @param count of the conversations listed
 * @param found null while nothing is searched for
 * @param loaded false until the stored conversations are known
 */
export function searchNoteOf(count: number, found: SearchMatches | null, loaded: boolean): string {
  if (found === null) return count === 0 && loaded ? "Conversations are stored on this device." : "";
  if (count > 0) return `${count} found${found.complete ? "" : " so far"}`;
  return found.complete ? "Nothing found." : "Searching…";
}
