import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Insitu } from "../../index.ts";
import { DEFAULT_WORKSPACE } from "../api-keys/default-workspace.ts";
import { navigate, route } from "../browser/route.ts";
import { Problem } from "../ui/problem.tsx";
import { type AccountsSnapshot, keysOf, findWorkspace } from "./accounts.ts";
import { KeysDialog, type OpenDialog } from "./keys-dialog.tsx";
import { KeysSection } from "./keys-section.tsx";
import { LimitsSection } from "./limits-section.tsx";
import { usageFigures } from "./usage-figures.ts";
import { UsageSection } from "./usage-section.tsx";
import { WorkspaceBar } from "./workspace-bar.tsx";

export interface WorkspaceViewProps {
  readonly insitu: Insitu;
  readonly accounts: AccountsSnapshot;
  /** Read the accounts again, after a change. */
  readonly reload: () => void;
}

/** The workspace from the URL, or the default one. */
export function WorkspaceView({ insitu, accounts, reload }: WorkspaceViewProps) {
  const dialog = useSignal<OpenDialog | null>(null);
  const announcement = useSignal("");
  const select = useRef<HTMLSelectElement>(null);
  const workspace = findWorkspace(accounts, route.value.argument);
  if (workspace === undefined) {
    return <Problem message="The default workspace cannot be read from this browser’s storage." />;
  }

  function onChanged(announced: string) {
    announcement.value = announced;
    reload();
  }
  const choose = (id: string) => navigate("keys", id === DEFAULT_WORKSPACE ? "" : id);

  return (
    <>
      <WorkspaceBar
        selectRef={select}
        workspaces={accounts.workspaces}
        workspace={workspace}
        onChoose={choose}
        onCreate={() => void (dialog.value = { type: "create-workspace" })}
        onRename={() => void (dialog.value = { type: "rename-workspace" })}
        onDelete={() => {
          // The dialog lists what is deleted, and another tab may have added to it.
          reload();
          dialog.value = { type: "delete-workspace" };
        }}
      />
      <KeysSection
        key={workspace.id}
        keys={keysOf(accounts, workspace.id)}
        onCreate={() => void (dialog.value = { type: "create-key" })}
        onRename={(key) => void (dialog.value = { type: "rename-key", key })}
        onRevoke={(key) => void (dialog.value = { type: "revoke-key", key })}
      />
      <LimitsSection
        workspace={workspace}
        defaultLimits={insitu.defaultLimits}
        onChange={() => void (dialog.value = { type: "limits" })}
      />
      <UsageSection figures={usageFigures(accounts, workspace.id)} />
      <p class="visually-hidden" role="status">
        {announcement.value}
      </p>
      {dialog.value !== null && (
        <KeysDialog
          key={dialog.value.type}
          open={dialog.value}
          insitu={insitu}
          accounts={accounts}
          workspace={workspace}
          onChoose={choose}
          onChanged={onChanged}
          onShow={(next) => void (dialog.value = next)}
          onFocusLost={() => select.current?.focus()}
        />
      )}
    </>
  );
}
