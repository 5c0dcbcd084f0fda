import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Models } from "../../index.ts";
import { Button } from "../ui/button.tsx";
import { AddFileDialog } from "./add-file-dialog.tsx";
import { AddressDialog } from "./address-dialog.tsx";

export interface AddFileProps {
  readonly models: Models;
  /** Called with the id of the model that was added. */
  readonly onAdded: (id: string) => void;
}

/**
 * Lets a person choose a GGUF file, alone or with its projector, or name its address, or drop files anywhere in the window,
 * and adds the model.
 */
export function AddFile({ models, onAdded }: AddFileProps) {
  const source = useSignal<readonly File[] | string | null>(null);
  const asksForAddress = useSignal(false);
  const dragging = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const listeners = new AbortController();
    const listen = (type: "dragover" | "dragleave" | "drop", act: (event: DragEvent) => void) =>
      window.addEventListener(type, act, listeners);
    listen("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      // Without this, the browser would open the file in place of the app.
      event.preventDefault();
      dragging.value = true;
    });
    listen("dragleave", ({ relatedTarget }) => {
      if (relatedTarget === null) dragging.value = false;
    });
    listen("drop", (event) => {
      dragging.value = false;
      const dropped = [...(event.dataTransfer?.files ?? [])];
      if (dropped.length === 0) return;
      event.preventDefault();
      // A file that is being stored stays in its dialog.
      source.value ??= dropped;
    });
    return () => listeners.abort();
  }, []);
  return (
    <>
      <div class="model-add">
        <Button icon="upload" onClick={() => input.current?.click()}>
          Add a GGUF file…
        </Button>
        <Button icon="download" onClick={() => void (asksForAddress.value = true)}>
          From an address…
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept=".gguf"
        multiple
        hidden
        aria-label="GGUF file"
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          if (chosen.length > 0) source.value = chosen;
          // So that the same file can be chosen again.
          currentTarget.value = "";
        }}
      />
      {dragging.value && (
        <p class="model-drop" role="status">
          Drop a GGUF file to add its model
        </p>
      )}
      {asksForAddress.value && (
        <AddressDialog
          hosts={models.hosts}
          onChoose={(url) => {
            asksForAddress.value = false;
            source.value = url;
          }}
          onClose={() => void (asksForAddress.value = false)}
        />
      )}
      {source.value !== null && (
        <AddFileDialog
          source={source.value}
          models={models}
          onAdded={onAdded}
          onClose={() => void (source.value = null)}
        />
      )}
    </>
  );
}
