import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export interface FormDialogProps {
  readonly title: string;
  /** The verb on the button that submits: "Create", "Save". */
  readonly action: string;
  /** True while the form cannot be submitted. */
  readonly disabled?: ButtonHTMLAttributes["disabled"];
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Further buttons, before "Cancel". */
  readonly buttons?: ComponentChildren;
  /** The fields. */
  readonly children: ComponentChildren;
}

/** A dialog with a form, which submitting does not close. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, disabled = false, onSubmit, onClose, buttons, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="dialog-body"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        <div class="dialog-actions">
          {buttons}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={disabled}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
