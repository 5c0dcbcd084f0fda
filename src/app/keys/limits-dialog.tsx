import { Button } from "../ui/button.tsx";
import { useSignal } from "@preact/signals";
import type { Limits, Workspace } from "../../index.ts";
import { useAction } from "../ui/action.ts";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Problem } from "../ui/problem.tsx";
import { TextField } from "../ui/text-field.tsx";
import { readLimits } from "./limits-input.ts";

export interface LimitsDialogProps {
  readonly workspace: Workspace;
  readonly defaultLimits: Limits;
  /** Null: the deployment's default limits. */
  readonly onSave: (limits: Limits | null) => Promise<void>;
  readonly onClose: () => void;
}

/** The form for the limits of a workspace's keys. */
export function LimitsDialog({ workspace, defaultLimits, onSave, onClose }: LimitsDialogProps) {
  const { requestsPerMinute, tokensPerMinute } = workspace.limits ?? defaultLimits;
  const text = useSignal({ requests: String(requestsPerMinute), tokens: String(tokensPerMinute) });
  const tried = useSignal(false);
  const { busy, problem, run } = useAction();
  const input = readLimits(text.value);
  const problems = tried.value && input.type === "problems" ? input : { requests: null, tokens: null };

  async function save(limits: Limits | null) {
    await onSave(limits);
    onClose();
  }

  return (
    <FormDialog
      title={`Limits for “${workspace.name}”`}
      action="Save"
      disabled={busy}
      onSubmit={() => {
        tried.value = true;
        if (input.type === "limits") void run(() => save(input.limits));
      }}
      onClose={onClose}
      buttons={
        workspace.limits !== null && (
          <Button class="aside" disabled={busy} onClick={() => void run(() => save(null))}>
            Use the default
          </Button>
        )
      }
    >
      <p class="soft">
        These apply to each key of the workspace. Requests above them are refused with status 429.
      </p>
      <TextField
        label="Requests per minute"
        autofocus
        inputMode="numeric"
        value={text.value.requests}
        problem={problems.requests}
        onValue={(value) => void (text.value = { ...text.value, requests: value })}
      />
      <TextField
        label="Tokens per minute"
        hint="Prompts and replies together."
        inputMode="numeric"
        value={text.value.tokens}
        problem={problems.tokens}
        onValue={(value) => void (text.value = { ...text.value, tokens: value })}
      />
      {problem.value !== null && <Problem message={problem.value} />}
    </FormDialog>
  );
}
