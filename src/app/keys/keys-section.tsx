import { Button } from "../ui/button.tsx";
import { useRef } from "preact/hooks";
import type { KeyInfo } from "../../index.ts";
import { countOf } from "../ui/format.ts";
import { Section } from "../ui/page.tsx";
import type { WorkspaceKeys } from "./accounts.ts";
import { KeyList } from "./key-list.tsx";

export interface KeysSectionProps {
  readonly keys: WorkspaceKeys;
  readonly onCreate: () => void;
  readonly onRename: (key: KeyInfo) => void;
  readonly onRevoke: (key: KeyInfo) => void;
}

/** The workspace's keys; those that the app created for itself are collapsed. */
export function KeysSection({ keys: { own, app }, onCreate, onRename, onRevoke }: KeysSectionProps) {
  const create = useRef<HTMLButtonElement>(null);
  const item = { onRename, onRevoke, onFocusLost: () => create.current?.focus() };
  return (
    <Section
      title="Keys"
      actions={
        <Button variant="primary" icon="plus" buttonRef={create} onClick={onCreate}>
          Create key
        </Button>
      }
    >
      {own.length === 0 ? (
        <p class="card soft">
          No keys yet. An app in this browser needs one to call the model: create it here, then paste it into
          the app.
        </p>
      ) : (
        <KeyList keys={own} {...item} />
      )}
      {app.length > 0 && (
        <details class="app-keys">
          <summary>Created by this app: {countOf(app.length, "key")}</summary>
          <p class="soft">
            Insitu creates a key for each of its own tabs, valid for a day at most. If you revoke one, it
            creates another.
          </p>
          <KeyList keys={app} {...item} />
        </details>
      )}
    </Section>
  );
}
