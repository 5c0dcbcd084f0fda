import { Button } from "../../ui/button.tsx";
import { useSignal } from "@preact/signals";
import { Dialog } from "../../ui/dialog.tsx";
import type { StoredConversation } from "../../conversations/conversation.ts";

export interface RenameDialogProps {
  readonly conversation: StoredConversation;
  readonly onRename: (title: string) => Promise<void>;
  readonly onClose: () => void;
}

export function RenameDialog({ conversation, onRename, onClose }: RenameDialogProps) {
  const title = useSignal(conversation.title);
  return (
    <Dialog title="Rename chat" onClose={onClose}>
      <form
        class="dialog-body"
        onSubmit={(event) => {
          event.preventDefault();
          void onRename(title.value);
          onClose();
        }}
      >
        <label class="field">
          <span class="field-label">Title</span>
          <input
            class="input"
            autofocus
            required
            maxLength={200}
            value={title}
            onInput={({ currentTarget }) => void (title.value = currentTarget.value)}
          />
        </label>
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={title.value.trim() === ""}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
