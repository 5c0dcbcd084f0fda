import { Button } from "../ui/button.tsx";
import type { NewKey } from "../../index.ts";
import { navigate } from "../browser/route.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { describeTime } from "../ui/format.ts";
import { chosenKey } from "../api-keys/chosen-key.ts";

export interface NewKeyDialogProps {
  readonly created: NewKey;
  readonly onClose: () => void;
}

/** Shows a key's text, which is possible only once: the service stores just its hash. */
export function NewKeyDialog({ created, onClose }: NewKeyDialogProps) {
  function connect() {
    chosenKey.value = created.key;
    onClose();
    navigate("connect");
  }
  return (
    <Dialog title="Copy your key" onClose={onClose}>
      <div class="dialog-body">
        <p>This is the only time the key “{created.name}” is shown. Copy it now: only its hash is stored.</p>
        <Field label="Key">
          {(attributes) => (
            <div class="copy-line">
              <input
                {...attributes}
                class="input code-input"
                readOnly
                autofocus
                value={created.key}
                onFocus={(event) => event.currentTarget.select()}
              />
              <CopyButton text={created.key} what="key" />
            </div>
          )}
        </Field>
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
