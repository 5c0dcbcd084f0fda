import { Button } from "../ui/button.tsx";
import { useSignal } from "@preact/signals";
import type { Insitu } from "../../index.ts";
import { eraseEverything } from "../browser/erase.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";

export function DeleteEverything({ insitu }: { readonly insitu: Insitu }) {
  const asking = useSignal(false);
  return (
    <>
      <div class="spread">
        <p class="soft">Conversations, keys, models and settings, as if you had never been here.</p>
        <Button variant="danger" onClick={() => void (asking.value = true)}>
          Delete everything
        </Button>
      </div>
      {asking.value && (
        <ConfirmDialog
          title="Delete everything?"
          action="Delete everything"
          onConfirm={() => eraseEverything(insitu)}
          onClose={() => void (asking.value = false)}
        >
          <p>This deletes from this browser, for all apps that use this service:</p>
          <ul class="plain-list">
            <li>all conversations and their images</li>
            <li>all workspaces, API keys and usage figures; apps that have a key stop working</li>
            <li>all installed models</li>
            <li>your settings and the app's files for offline use</li>
          </ul>
          <p>
            The service worker is unregistered too. This cannot be undone. To keep conversations, export them
            in the chat first.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
