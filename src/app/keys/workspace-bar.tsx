import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import type { RefObject } from "preact";
import { useId } from "preact/hooks";
import type { Workspace } from "../../index.ts";
import { DEFAULT_WORKSPACE } from "../api-keys/default-workspace.ts";

export interface WorkspaceBarProps {
  readonly selectRef: RefObject<HTMLSelectElement | null>;
  readonly workspaces: readonly Workspace[];
  readonly workspace: Workspace;
  readonly onChoose: (id: string) => void;
  readonly onCreate: () => void;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

/** Selects a workspace, with the actions on it. */
export function WorkspaceBar({ selectRef, workspaces, workspace, onChoose, ...on }: WorkspaceBarProps) {
  const id = useId();
  return (
    <div class="workspace-bar">
      <label class="field-label" for={id}>
        Workspace
      </label>
      <select
        class="select"
        id={id}
        ref={selectRef}
        value={workspace.id}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {workspaces.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <div class="workspace-actions">
        <IconButton
          icon="pencil"
          title="Rename workspace"
          label={`Rename workspace ${workspace.name}`}
          onClick={on.onRename}
        />
        {workspace.id !== DEFAULT_WORKSPACE && (
          <IconButton
            icon="trash"
            title="Delete workspace"
            label={`Delete workspace ${workspace.name}`}
            onClick={on.onDelete}
          />
        )}
      </div>
      <Button icon="plus" onClick={on.onCreate}>
        New workspace
      </Button>
    </div>
  );
}
