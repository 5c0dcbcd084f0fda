import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { Insitu, NewKey, Workspace } from "../../index.ts";
import { useAction } from "../ui/action.ts";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Problem } from "../ui/problem.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { toDateInput, EXPIRY_CHOICES, type ExpiryChoice, expiresIn } from "./expiry.ts";

export interface CreateKeyDialogProps {
  readonly insitu: Pick<Insitu, "createKey">;
  readonly workspaces: readonly Workspace[];
  /** Id of the workspace that is selected at first. */
  readonly workspace: string;
  readonly onCreated: (key: NewKey) => void;
  readonly onClose: () => void;
}

/** The form for a new key: its name, its workspace and its expiry. */
export function CreateKeyDialog({ insitu, workspaces, workspace, onCreated, onClose }: CreateKeyDialogProps) {
  const name = useSignal("");
  const place = useSignal(workspace);
  const choice = useSignal<ExpiryChoice>("month");
  const date = useSignal("");
  const id = useId();
  const { busy, problem, run } = useAction();

  async function create() {
    const seconds = expiresIn(choice.value, date.value, Date.now());
    const options = { name: name.value, workspace: place.value };
    onCreated(await insitu.createKey(seconds === undefined ? options : { ...options, expiresIn: seconds }));
  }

  return (
    <FormDialog
      title="Create a key"
      action="Create key"
      disabled={busy}
      onSubmit={() => void run(create)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What the key is for, such as the app that will use it."
        autofocus
        required
        maxLength={200}
        value={name.value}
        onValue={(value) => void (name.value = value)}
      />
      <SelectField
        label="Workspace"
        options={workspaces.map(({ id: value, name: label }) => ({ value, label }))}
        value={place.value}
        onValue={(value) => void (place.value = value)}
      />
      <fieldset class="choices">
        <legend class="field-label">Expires</legend>
        {EXPIRY_CHOICES.map(({ id: value, label }) => (
          <label key={value} class="choice">
            <input
              type="radio"
              name={`${id}-expires`}
              checked={choice.value === value}
              onChange={() => void (choice.value = value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {choice.value === "date" && (
        <Field label="Last day">
          {(attributes) => (
            <input
              {...attributes}
              type="date"
              class="input"
              required
              min={toDateInput(Date.now())}
              value={date.value}
              onInput={(event) => void (date.value = event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      {problem.value !== null && <Problem message={problem.value} />}
    </FormDialog>
  );
}
