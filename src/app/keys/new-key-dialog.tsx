import { Button } from "../ui/button.tsx";
import { useId } from "preact/hooks";
import type { NewKey } from "../../index.ts";
import { navigate } from "../browser/route.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { describeTime } from "../ui/format.ts";
import { chosenKey } from "../api-keys/chosen-key.ts";

export interface NewKeyDialogProps {
  readonly created: NewKey;
  readonly onClose: () => void;
}

/** The only time that a key's text is shown: the service keeps no more than its hash. */
export function NewKeyDialog({ created, onClose }: NewKeyDialogProps) {
  const id = useId();
  function connect() {
    chosenKey.value = created.key;
    onClose();
    navigate("connect");
  }
  return (
    <Dialog title="Copy your key" onClose={onClose}>
      <div class="dialog-body">
        <p>
          This is the only time that the key “{created.name}” is shown. Copy it now: only its hash is stored.
        </p>
        <div class="field">
          <label class="field-label" for={id}>
            Key
          </label>
          <div class="copy-line">
            <input
              class="input code-input"
              id={id}
              readOnly
              autofocus
              value={created.key}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton text={created.key} what="key" />
          </div>
        </div>
        <p class="soft">
          {created.expiresAt === null
            ? "It works until you revoke it."
            : `It works until ${describeTime(created.expiresAt)}.`}
        </p>
      </div>
      <div class="dialog-actions">
        <Button onClick={connect}>Insert into code</Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
