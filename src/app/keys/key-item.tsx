import { IconButton } from "../ui/icon-button.tsx";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { KeyInfo } from "../../index.ts";
import { describeTime } from "../ui/format.ts";
import { describeRelative } from "../ui/relative-time.ts";

export interface KeyItemProps {
  readonly info: KeyInfo;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly onRename: (key: KeyInfo) => void;
  readonly onRevoke: (key: KeyInfo) => void;
  /** Called when the item disappears while it has the focus. */
  readonly onFocusLost: () => void;
}

/** One key: its name, prefix, expiry and last use. */
export function KeyItem({ info, now, onRename, onRevoke, onFocusLost }: KeyItemProps) {
  const { name, prefix, createdAt, expiresAt, lastUsedAt } = info;
  const element = useRef<HTMLLIElement>(null);
  const focusLost = useRef(onFocusLost);
  focusLost.current = onFocusLost;
  useLayoutEffect(() => {
    const item = element.current;
    return () => {
      if (item?.contains(document.activeElement)) focusLost.current();
    };
  }, []);
  const expired = expiresAt !== null && expiresAt <= now;
  return (
    <li class="key-item" ref={element}>
      <div class="key-words">
        <p class="key-title">
          <span class="key-name">{name}</span>
          <code class="key-prefix">{prefix}…</code>
          {expired && <span class="badge">Expired</span>}
        </p>
        <p class="key-times soft">
          <Moment label="Created" at={createdAt} now={now} />
          {expiresAt === null ? (
            <span>Never expires</span>
          ) : (
            <Moment label={expired ? "Expired" : "Expires"} at={expiresAt} now={now} />
          )}
          {lastUsedAt === null ? (
            <span>Never used</span>
          ) : (
            <Moment label="Last used" at={lastUsedAt} now={now} />
          )}
        </p>
      </div>
      <div class="key-actions">
        <IconButton icon="pencil" title="Rename" label={`Rename ${name}`} onClick={() => onRename(info)} />
        <IconButton icon="trash" title="Revoke" label={`Revoke ${name}`} onClick={() => onRevoke(info)} />
      </div>
    </li>
  );
}

interface MomentProps {
  readonly label: string;
  readonly at: number;
  readonly now: number;
}

function Moment({ label, at, now }: MomentProps) {
  return (
    <span>
      {label}{" "}
      <time dateTime={new Date(at).toISOString()} title={describeTime(at)}>
        {describeRelative(at, now)}
      </time>
    </span>
  );
}
