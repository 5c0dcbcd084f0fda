import { useEffect } from "preact/hooks";
import type { Insitu, KeyInfo, NewKey, Workspace } from "../../index.ts";
import { DEFAULT_WORKSPACE } from "../api-keys/default-workspace.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { countOf } from "../ui/format.ts";
import { type AccountsSnapshot } from "./accounts.ts";
import { CreateKeyDialog } from "../api-keys/create-key-dialog.tsx";
import { LimitsDialog } from "./limits-dialog.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import { totalOf, usageFigures } from "./usage-figures.ts";

/** The open dialog, with the key that it is about, if any. */
export type OpenDialog =
  | { readonly type: "create-workspace" | "rename-workspace" | "delete-workspace" | "limits" | "create-key" }
  | { readonly type: "new-key"; readonly key: NewKey }
  | { readonly type: "rename-key" | "revoke-key"; readonly key: KeyInfo };

export interface KeysDialogProps {
  readonly open: OpenDialog;
  readonly insitu: Insitu;
  readonly accounts: AccountsSnapshot;
  readonly workspace: Workspace;
  readonly onChoose: (workspace: string) => void;
  /** Called after a change, with the text for screen readers. */
  readonly onChanged: (announced: string) => void;
  /** Show another dialog, or none for null. */
  readonly onShow: (next: OpenDialog | null) => void;
  /** Called when the dialog has closed and the element that had the focus before it is gone. */
  readonly onFocusLost: () => void;
}

/** The open dialog and its action. */
export function KeysDialog(props: KeysDialogProps) {
  const { open, insitu, accounts, workspace, onChoose, onChanged, onShow, onFocusLost } = props;
  const onClose = () => onShow(null);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) onFocusLost();
    },
    [],
  );
  switch (open.type) {
    case "create-workspace": {
      const onSave = async (name: string) => {
        const created = await insitu.createWorkspace({ name });
        onChanged(`Workspace ${created.name} created.`);
        onChoose(created.id);
      };
      return <NameDialog title="New workspace" action="Create" name="" onSave={onSave} onClose={onClose} />;
    }
    case "rename-workspace": {
      const onSave = async (name: string) => {
        await insitu.renameWorkspace(workspace.id, name);
        onChanged("Workspace renamed.");
      };
      return (
        <NameDialog
          title="Rename workspace"
          action="Rename"
          name={workspace.name}
          onSave={onSave}
          onClose={onClose}
        />
      );
    }
    case "delete-workspace":
      return <DeleteWorkspaceDialog {...props} onClose={onClose} />;
    case "limits": {
      const onSave = async (limits: Workspace["limits"]) => {
        await insitu.setLimits(workspace.id, limits);
        onChanged("Limits saved.");
      };
      return (
        <LimitsDialog
          workspace={workspace}
          defaultLimits={insitu.defaultLimits}
          onSave={onSave}
          onClose={onClose}
        />
      );
    }
    case "create-key": {
      const onCreated = (key: NewKey) => {
        onChanged(`Key ${key.name} created.`);
        onChoose(key.workspace);
        onShow({ type: "new-key", key });
      };
      return (
        <CreateKeyDialog
          insitu={insitu}
          workspaces={accounts.workspaces}
          workspace={workspace.id}
          onCreated={onCreated}
          onClose={onClose}
        />
      );
    }
    case "new-key":
      return <NewKeyDialog created={open.key} onClose={onClose} />;
    case "rename-key": {
      const onSave = async (name: string) => {
        await insitu.renameKey(open.key.id, name);
        onChanged("Key renamed.");
      };
      return (
        <NameDialog
          title="Rename key"
          action="Rename"
          name={open.key.name}
          onSave={onSave}
          onClose={onClose}
        />
      );
    }
    case "revoke-key": {
      const onConfirm = async () => {
        await insitu.revokeKey(open.key.id);
        onChanged(`Key ${open.key.name} revoked.`);
      };
      return (
        <ConfirmDialog title={`Revoke “${open.key.name}”?`} action="Revoke" {...{ onConfirm, onClose }}>
          <p>
            Apps that use <code>{open.key.prefix}…</code> will get status 401. The key’s usage stays in the
            workspace’s figures. This cannot be undone.
          </p>
        </ConfirmDialog>
      );
    }
  }
}

function DeleteWorkspaceDialog({
  insitu,
  accounts,
  workspace,
  onChoose,
  onChanged,
  onClose,
}: KeysDialogProps & { readonly onClose: () => void }) {
  const keys = accounts.keys.filter((key) => key.workspace === workspace.id).length;
  const { requests } = totalOf(usageFigures(accounts, workspace.id));
  const onConfirm = async () => {
    await insitu.deleteWorkspace(workspace.id);
    onChoose(DEFAULT_WORKSPACE);
    onChanged(`Workspace ${workspace.name} deleted.`);
  };
  return (
    <ConfirmDialog title={`Delete “${workspace.name}”?`} action="Delete" {...{ onConfirm, onClose }}>
      {keys === 0 && requests === 0 ? (
        <p>It has no keys and no usage. Its limits are deleted too.</p>
      ) : (
        <>
          <p>This also deletes:</p>
          <ul class="losses">
            {keys > 0 && <li>{countOf(keys, "key")}: apps that use them will get status 401</li>}
            {requests > 0 && <li>the usage figures of {countOf(requests, "request")}</li>}
            <li>its limits</li>
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}
