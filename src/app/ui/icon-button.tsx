import type { ButtonHTMLAttributes } from "preact";
import { Icon, type IconName } from "./icon.tsx";
import "./button.css";

export interface IconButtonProps extends Omit<ButtonHTMLAttributes, "icon" | "label" | "ref"> {
  readonly icon: IconName;
  /** The button's accessible name. */
  readonly label: string;
  /** A class of the view's style sheet. */
  readonly class?: string;
}

/** A button with an icon and no visible label. */
export function IconButton({ icon, label, class: place, ...rest }: IconButtonProps) {
  const classes = ["icon-button", place].filter(Boolean).join(" ");
  return (
    <button type="button" class={classes} aria-label={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
