import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** What ties an input to its label, its hint and what is wrong with it. */
export interface FieldAttributes {
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby"?: string;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with the value, and what would be right; null where nothing is. */
  readonly problem?: string | null;
  /** The input, with the attributes that it is given. */
  readonly children: (attributes: FieldAttributes) => ComponentChildren;
}

/** An input with its label, its hint and what is wrong with it. */
export function Field({ label, hint, problem = null, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ");
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
