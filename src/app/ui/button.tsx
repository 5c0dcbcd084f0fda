import type { ButtonHTMLAttributes, Ref } from "preact";
import { Icon, type IconName } from "./icon.tsx";
import "./button.css";

export interface ButtonProps extends Omit<ButtonHTMLAttributes, "icon" | "ref"> {
  /** Primary for the main action, danger for one that destroys something, text for one without a border. */
  readonly variant?: "quiet" | "primary" | "danger" | "text";
  /** Drawn before the label. */
  readonly icon?: IconName;
  /** A class of the view's style sheet. */
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
