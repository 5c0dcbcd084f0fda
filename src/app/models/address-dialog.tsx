import { useSignal } from "@preact/signals";
import { FormDialog } from "../ui/form-dialog.tsx";
import { TextField } from "../ui/text-field.tsx";

export interface AddressDialogProps {
  /** Hosts that the deployment allows, besides the app's own. */
  readonly hosts: readonly string[];
  /** Called with an absolute URL. */
  readonly onChoose: (url: string) => void;
  readonly onClose: () => void;
}

/** Asks for the address of a GGUF file. */
export function AddressDialog({ hosts, onChoose, onClose }: AddressDialogProps) {
  const text = useSignal("");
  const problem = useSignal<string | null>(null);
  function choose() {
    const address = text.value.trim();
    if (URL.canParse(address)) onChoose(address);
    else problem.value = `'${address}' is no address: it begins with https:// and the host's name.`;
  }
  return (
    <FormDialog
      title="Add a file from an address"
      action="Read its header"
      onSubmit={choose}
      onClose={onClose}
    >
      <TextField
        label="Address of a GGUF file"
        autofocus
        required
        code
        value={text.value}
        problem={problem.value}
        onValue={(value) => {
          text.value = value;
          problem.value = null;
        }}
      />
      <p class="soft">{describeHosts(hosts)}</p>
    </FormDialog>
  );
}

function describeHosts(hosts: readonly string[]): string {
  return hosts.length === 0
    ? "This deployment allows files of the app's own host only."
    : `This deployment allows files of the app's own host, and of ${hosts.join(", ")}.`;
}
