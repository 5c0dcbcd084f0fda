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

/** So many are shown at first, and so many more each time: a thousand at once would hold the page up. */
const SHOWN = 25;
const MORE = 100;
/** How often "in 3 minutes" is looked at again, in milliseconds. */
const TICK = 15_000;

/** Keys, newest first; a filter where there are many. */
export function KeyList({ keys, ...item }: KeyListProps) {
  const filter = useSignal("");
  const limit = useSignal(SHOWN);
  const now = useNow(TICK);
  const found = filterKeys(keys, filter.value);
  const shown = found.slice(0, limit.value);
  return (
    <>
      {keys.length > SHOWN && (
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
        onMore={() => void (limit.value += MORE)}
      />
    </>
  );
}
