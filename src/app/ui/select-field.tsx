import { Field, type FieldProps } from "./field.tsx";

export interface SelectFieldProps extends Omit<FieldProps, "children"> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A labelled select element. */
export function SelectField({ options, value, onValue, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(attributes) => (
        <select
          {...attributes}
          class="select"
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
