import { useSignal } from "@preact/signals";
import type { KeyInfo } from "../../index.ts";
import { ShowMore } from "../ui/show-more.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useNow } from "../ui/use-now.ts";
import { filterKeys } from "./accounts.ts";
import { KeyItem, type KeyItemProps } from "./key-item.tsx";
import "./key-list.css";

export interface KeyListProps extends Pick<KeyItemProps, "onRename" | "onRevoke" | "onFocusLost"> {
  readonly keys: readonly KeyInfo[];
}

/** Number of keys shown at first and added each time: a thousand at once would block the page. */
const INITIAL_COUNT = 25;
const PAGE_SIZE = 100;
/** Interval for updating relative times such as "in 3 minutes". */
const TICK_MS = 15_000;

/** Keys, newest first, with a filter if there are many. */
export function KeyList({ keys, ...item }: KeyListProps) {
  const filter = useSignal("");
  const limit = useSignal(INITIAL_COUNT);
  const now = useNow(TICK_MS);
  const found = filterKeys(keys, filter.value);
  const shown = found.slice(0, limit.value);
  return (
    <>
      {keys.length > INITIAL_COUNT && (
        <TextField label="Find a key" value={filter.value} onValue={(value) => void (filter.value = value)} />
      )}
      {found.length === 0 && <p class="soft">No key has this text in its name or prefix.</p>}
      {found.length > 0 && (
        <ul class="key-list">
          {shown.map((key) => (
            <KeyItem key={key.id} info={key} now={now} {...item} />
          ))}
        </ul>
      )}
      <ShowMore
        shown={shown.length}
        total={found.length}
        noun="key"
        onMore={() => void (limit.value += PAGE_SIZE)}
      />
    </>
  );
}
