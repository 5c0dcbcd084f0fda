import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** The attributes that connect an input with its label, its hint and its error. */
export interface FieldAttributes {
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby"?: string;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** The error of the value, and what would be right; null if there is none. */
  readonly problem?: string | null;
  /** Renders the input with the given attributes. */
  readonly children: (attributes: FieldAttributes) => ComponentChildren;
}

/** An input with its label, its hint and its error. */
export function Field({ label, hint, problem = null, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint !== undefined && `${id}-hint`, problem && `${id}-problem`]
    .filter(Boolean)
    .join(" ");
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": problem !== null,
        ...(describedBy !== "" && { "aria-describedby": describedBy }),
      })}
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
