import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Library } from "../../conversations/library.ts";

/** Pause in typing after which a search starts. */
const DEBOUNCE_MS = 150;

export interface SearchMatches {
  readonly ids: ReadonlySet<string>;
  /** False while more may be found. */
  readonly complete: boolean;
}

/** The conversations that contain `words`, as they are found; null for blank `words`. */
export function useSearch(library: Library, words: string): ReadonlySignal<SearchMatches | null> {
  const found = useSignal<SearchMatches | null>(null);
  const wanted = words.trim();
  useEffect(() => {
    if (wanted === "") {
      found.value = null;
      return undefined;
    }
    const abort = new AbortController();
    const run = async () => {
      const ids = new Set<string>();
      const show = (complete: boolean) => {
        if (!abort.signal.aborted) found.value = { ids: new Set(ids), complete };
      };
      try {
        for await (const some of library.search(wanted, abort.signal)) {
          some.forEach((id) => ids.add(id));
          show(false);
        }
      } finally {
        show(true);
      }
    };
    const timer = setTimeout(() => void run().catch(() => {}), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [library, wanted, found]);
  return found;
}
