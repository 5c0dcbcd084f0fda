import { useSignal } from "@preact/signals";
import { useAction } from "../ui/action.ts";
import { FormDialog } from "../ui/form-dialog.tsx";
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
    <FormDialog
      title={title}
      action={action}
      disabled={busy}
      onSubmit={() => void run(save)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autofocus
        value={text.value}
        maxLength={200}
        problem={problem.value}
        onValue={(value) => void (text.value = value)}
      />
    </FormDialog>
  );
}
