import { Button } from "../ui/button.tsx";
import { useSignal } from "@preact/signals";
import { useAction } from "../ui/action.ts";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/text-field.tsx";

export interface NameDialogProps {
  readonly title: string;
  /** The verb on the button: "Create", "Rename". */
  readonly action: string;
  /** The current name; "" for something new. */
  readonly name: string;
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for a name. If the name is refused, it stays open and shows why. */
export function NameDialog({ title, action, name, onSave, onClose }: NameDialogProps) {
  const text = useSignal(name);
  const { busy, problem, run } = useAction();
  async function save() {
    await onSave(text.value);
    onClose();
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="dialog-body"
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        <TextField
          label="Name"
          autofocus
          value={text.value}
          maxLength={200}
          problem={problem.value}
          onValue={(value) => void (text.value = value)}
        />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
