import { Button } from "./button.tsx";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog.tsx";
import { messageOf } from "../../util/message-of.ts";
import { Problem } from "./problem.tsx";

export interface ConfirmDialogProps {
  readonly title: string;
  /** The consequences, and whether they can be undone. */
  readonly children: ComponentChildren;
  /** The verb on the button: "Delete", "Revoke". */
  readonly action: string;
  readonly onConfirm: () => Promise<void> | void;
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. If the action fails, it stays open and shows why. */
export function ConfirmDialog({ title, children, action, onConfirm, onClose }: ConfirmDialogProps) {
  const problem = useSignal<string | null>(null);
  const busy = useSignal(false);
  async function confirm() {
    if (busy.value) return;
    busy.value = true;
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      problem.value = messageOf(error);
      busy.value = false;
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="dialog-body">{children}</div>
      {problem.value !== null && <Problem message={problem.value} />}
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" aria-disabled={busy} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
