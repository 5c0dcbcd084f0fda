import type { ButtonHTMLAttributes, Ref } from "preact";
import { Icon, type IconName } from "./icon.tsx";
import "./button.css";

export interface ButtonProps extends Omit<ButtonHTMLAttributes, "icon" | "ref"> {
  /** Quiet, unless it is the main action of its place, one that destroys something, or one in a line of text. */
  readonly variant?: "quiet" | "primary" | "danger" | "text";
  /** Drawn before the label. */
  readonly icon?: IconName;
  /** For its place in a view's style sheet. */
  readonly class?: string;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

/** A button with a label. It submits no form unless its `type` says so. */
export function Button({ variant = "quiet", icon, class: place, buttonRef, children, ...rest }: ButtonProps) {
  const classes = [`${variant}-button`, icon !== undefined && "with-icon", place];
  return (
    <button type="button" class={classes.filter(Boolean).join(" ")} ref={buttonRef ?? null} {...rest}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}
