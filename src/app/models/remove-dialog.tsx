import type { CatalogueEntry } from "../../index.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { describeBytes } from "../../format/describe-bytes.ts";

export interface RemoveDialogProps {
  readonly entry: CatalogueEntry;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export function RemoveDialog({ entry, onConfirm, onClose }: RemoveDialogProps) {
  const { name, state, source } = entry;
  const bytes =
    state.type === "installed" ? state.bytes : state.type === "not-installed" ? 0 : state.loadedBytes;
  const again =
    source === "embedded"
      ? "It is part of this app: your next message to it downloads it again."
      : entry.origin === ""
        ? "To use it again, add its file again."
        : `To use it again, download it again from ${entry.origin}.`;
  return (
    <ConfirmDialog title={`Remove ${name}?`} action="Remove" onConfirm={onConfirm} onClose={onClose}>
      <p>
        This frees {describeBytes(bytes)} on this device. {again} Your conversations stay.
      </p>
    </ConfirmDialog>
  );
}
