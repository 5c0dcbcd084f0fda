import { Field, type FieldProps } from "./field.tsx";

export interface TextFieldProps extends Omit<FieldProps, "children"> {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** The person has finished a change. */
  readonly onCommit?: (value: string) => void;
  /** Whether it has the focus when its dialog opens. */
  readonly autofocus?: boolean;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly inputMode?: "text" | "numeric";
  readonly placeholder?: string;
  /** For what is no prose: set in the typeface of code, and never corrected. */
  readonly code?: boolean;
}

/** One line of text to fill in. */
export function TextField(props: TextFieldProps) {
  const { value, onValue, onCommit, code = false, maxLength, placeholder, ...field } = props;
  return (
    <Field {...field}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          class={code ? "input code-input" : "input"}
          value={value}
          autocomplete="off"
          spellcheck={!code}
          autofocus={props.autofocus ?? false}
          required={props.required ?? false}
          inputMode={props.inputMode ?? "text"}
          {...(maxLength !== undefined && { maxLength })}
          {...(placeholder !== undefined && { placeholder })}
          onInput={(event) => onValue(event.currentTarget.value)}
          onChange={(event) => onCommit?.(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
