import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { useSignal } from "@preact/signals";
import type { CatalogueEntry } from "../../index.ts";
import { messageOf } from "../../util/message-of.ts";
import { Problem } from "../ui/problem.tsx";
import { InstallState } from "./install-state.tsx";
import { type ModelActions, primaryActionOf } from "./model-actions.ts";
import { ModelFacts } from "./model-facts.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";

export interface ModelRowProps {
  readonly entry: CatalogueEntry;
  readonly isDefault: boolean;
  readonly actions: ModelActions;
}

/** One model: its description, state and actions. */
export function ModelRow({ entry, isDefault, actions }: ModelRowProps) {
  const { id, name, state, fits } = entry;
  const problem = useSignal<string | null>(null);
  const removing = useSignal(false);

  async function act(action: (id: string) => Promise<void>) {
    problem.value = null;
    try {
      await action(id);
    } catch (error) {
      problem.value = messageOf(error);
    }
  }

  const primary = primaryActionOf(entry, isDefault, actions);
  return (
    <li class="model" data-model={id} data-state={state.type}>
      <div class="model-text">
        <h4 class="model-name">
          {name}
          {state.type === "installed" && <span class="badge">Installed</span>}
          {isDefault && <span class="badge">Default</span>}
          {entry.inputModalities.includes("image") && <span class="badge">Images</span>}
        </h4>
        {entry.description !== "" && <p class="soft">{entry.description}</p>}
        <ModelFacts entry={entry} />
        {fits.type === "no" && <p class="soft model-unfit">Does not run on this device: {fits.reason}</p>}
        <InstallState entry={entry} />
        {problem.value !== null && <Problem message={problem.value} />}
      </div>
      <div class="model-actions">
        {primary !== null && (
          <Button
            variant={primary.emphasis ? "primary" : "quiet"}
            aria-label={`${primary.label}: ${name}`}
            onClick={() => void act(primary.action)}
          >
            {primary.label}
          </Button>
        )}
        {state.type !== "not-installed" && (
          <IconButton
            icon="trash"
            label={`Remove: ${name}`}
            title="Remove"
            onClick={() => void (removing.value = true)}
          />
        )}
      </div>
      {removing.value && (
        <RemoveDialog
          entry={entry}
          onConfirm={() => actions.remove(id)}
          onClose={() => void (removing.value = false)}
        />
      )}
    </li>
  );
}
