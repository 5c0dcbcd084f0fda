import { Button } from "../ui/button.tsx";
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { type ConversationSettings, DEFAULT_SETTINGS } from "../conversations/conversation.ts";
import { FormDialog } from "../ui/form-dialog.tsx";
import { NUMBER_FIELDS, type SamplingProblems, readSampling, toSamplingText } from "./sampling-fields.ts";
import "./settings-dialog.css";

export interface SettingsDialogProps {
  readonly settings: ConversationSettings;
  readonly onSave: (settings: ConversationSettings) => void;
  readonly onClose: () => void;
}

/** The system prompt and the sampling settings of one conversation. */
export function SettingsDialog({ settings, onSave, onClose }: SettingsDialogProps) {
  const systemPrompt = useSignal(settings.systemPrompt);
  const written = useSignal(toSamplingText(settings.sampling));
  const problems = useSignal<SamplingProblems>({});
  const id = useId();

  function save() {
    const read = readSampling(written.value);
    if ("problems" in read) {
      problems.value = read.problems;
      return;
    }
    onSave({ ...settings, systemPrompt: systemPrompt.value, sampling: read.sampling });
    onClose();
  }

  function reset() {
    systemPrompt.value = "";
    written.value = toSamplingText(DEFAULT_SETTINGS.sampling);
    problems.value = {};
  }

  return (
    <FormDialog
      title="Chat settings"
      action="Save"
      onSubmit={save}
      onClose={onClose}
      buttons={<Button onClick={reset}>Reset to defaults</Button>}
    >
      <label class="field">
        <span class="field-label">System prompt</span>
        <textarea
          class="input"
          rows={3}
          value={systemPrompt}
          onInput={({ currentTarget }) => void (systemPrompt.value = currentTarget.value)}
        />
        <span class="field-hint">Instructions that the model gets before the conversation.</span>
      </label>
      <div class="field-grid">
        {NUMBER_FIELDS.map(({ name, label, range }) => (
          <label key={name} class="field">
            <span class="field-label">{label}</span>
            <input
              class="input"
              inputMode="decimal"
              autocomplete="off"
              placeholder="Model default"
              value={written.value[name]}
              aria-invalid={problems.value[name] !== undefined}
              aria-describedby={`${id}-${name}`}
              onInput={({ currentTarget }) =>
                void (written.value = { ...written.value, [name]: currentTarget.value })
              }
            />
            <Hint id={`${id}-${name}`} hint={capital(range)} problem={problems.value[name]} />
          </label>
        ))}
      </div>
      <label class="field">
        <span class="field-label">Stop sequences</span>
        <textarea
          class="input"
          rows={2}
          value={written.value.stop}
          aria-invalid={problems.value.stop !== undefined}
          aria-describedby={`${id}-stop`}
          onInput={({ currentTarget }) =>
            void (written.value = { ...written.value, stop: currentTarget.value })
          }
        />
        <Hint
          id={`${id}-stop`}
          hint="The reply ends before any of these. One per line, up to 4."
          problem={problems.value.stop}
        />
      </label>
    </FormDialog>
  );
}

interface HintProps {
  readonly id: string;
  readonly hint: string;
  readonly problem: string | undefined;
}

function Hint({ id, hint, problem }: HintProps) {
  return problem === undefined ? (
    <span class="field-hint" id={id}>
      {hint}
    </span>
  ) : (
    <span class="problem field-problem" id={id} role="alert">
      {problem}
    </span>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
