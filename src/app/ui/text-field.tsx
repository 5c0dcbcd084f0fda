import { Field, type FieldProps } from "./field.tsx";

export interface TextFieldProps extends Omit<FieldProps, "children"> {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Called when the person has finished a change. */
  readonly onCommit?: (value: string) => void;
  /** True to have the focus when its dialog opens. */
  readonly autofocus?: boolean;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly inputMode?: "text" | "numeric";
  readonly placeholder?: string;
  /** For keys and code: monospaced, without spell checking. */
  readonly code?: boolean;
}

/** A labelled text input. */
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
