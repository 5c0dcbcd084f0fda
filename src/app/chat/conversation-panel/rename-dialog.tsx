import { useSignal } from "@preact/signals";
import { FormDialog } from "../../ui/form-dialog.tsx";
import type { StoredConversation } from "../../conversations/conversation.ts";

export interface RenameDialogProps {
  readonly conversation: StoredConversation;
  readonly onRename: (title: string) => Promise<void>;
  readonly onClose: () => void;
}

export function RenameDialog({ conversation, onRename, onClose }: RenameDialogProps) {
  const title = useSignal(conversation.title);
  return (
    <FormDialog
      title="Rename chat"
      action="Rename"
      disabled={title.value.trim() === ""}
      onSubmit={() => {
        void onRename(title.value);
        onClose();
      }}
      onClose={onClose}
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
    </FormDialog>
  );
}
