import { Dialog } from "../ui/dialog.tsx";
import { SHORTCUTS } from "./shortcuts.ts";
import "./help-dialog.css";

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="keys">
        {SHORTCUTS.map(([keys, action]) => (
          <div key={keys} class="keys-row">
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
