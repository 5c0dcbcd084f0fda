import { Button } from "../ui/button.tsx";
import { useSignal } from "@preact/signals";
import type { Insitu, NewKey, Workspace } from "../../index.ts";
import { chosenKey } from "../api-keys/chosen-key.ts";
import { CreateKeyDialog } from "../api-keys/create-key-dialog.tsx";
import { DEFAULT_WORKSPACE } from "../api-keys/default-workspace.ts";
import { useAction } from "../ui/action.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Problem } from "../ui/problem.tsx";
import { Section } from "../ui/page.tsx";
import { TextField } from "../ui/text-field.tsx";
import { listModelsWithKey } from "./list-models.ts";

/** The key in the code below: a new one, or one that the person pastes. */
export function KeySection({ insitu }: { readonly insitu: Insitu }) {
  const workspaces = useSignal<readonly Workspace[] | null>(null);
  const note = useSignal("");
  const opening = useAction();
  const checking = useAction();

  function onCreated(created: NewKey) {
    chosenKey.value = created.key;
    note.value = `The key “${created.name}” is in the code below. Copy it now: it is not shown again once this page is closed.`;
    workspaces.value = null;
  }

  async function check(key: string) {
    note.value = "";
    if (key !== "") await checking.run(async () => void (await listModelsWithKey(insitu, key)));
  }

  return (
    <Section
      title="API key"
      actions={
        <Button
          variant="primary"
          disabled={opening.busy}
          onClick={() =>
            void opening.run(async () => void (workspaces.value = await insitu.listWorkspaces()))
          }
        >
          Create a key
        </Button>
      }
    >
      <div class="key-line">
        <TextField
          label="Key"
          code
          placeholder="sk-insitu-…"
          hint="Create one, or paste one you have. It stays in this page’s memory."
          value={chosenKey.value}
          problem={checking.problem.value}
          onValue={(value) => void (chosenKey.value = value.trim())}
          onCommit={(value) => void check(value.trim())}
        />
        {chosenKey.value !== "" && (
          <div>
            <CopyButton text={chosenKey.value} what="key" />
          </div>
        )}
      </div>
      <p role="status" class="soft key-note">
        {note.value}
      </p>
      {opening.problem.value !== null && <Problem message={opening.problem.value} />}
      {workspaces.value !== null && (
        <CreateKeyDialog
          insitu={insitu}
          workspaces={workspaces.value}
          workspace={DEFAULT_WORKSPACE}
          onCreated={onCreated}
          onClose={() => void (workspaces.value = null)}
        />
      )}
    </Section>
  );
}
