import { useId } from "preact/hooks";
import type { InputHTMLAttributes } from "preact";

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "class"> {
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with the value, and what would be right; null where nothing is. */
  readonly problem?: string | null;
  /** More classes of the input. */
  readonly inputClass?: string;
}

/** One line to fill in, with its label, its hint and what is wrong with it. */
export function TextField({ label, hint, problem = null, inputClass = "", ...input }: TextFieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, problem !== null && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <input
        type="text"
        autocomplete="off"
        {...input}
        id={id}
        class={`input ${inputClass}`}
        aria-invalid={problem !== null}
        aria-describedby={describedBy || undefined}
      />
      {hint !== undefined && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== null && (
        <p class="problem field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
