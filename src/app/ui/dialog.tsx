import { IconButton } from "./icon-button.tsx";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import "./dialog.css";

export interface DialogProps {
  readonly title: string;
  /** Called when the person closes it, by its button or Escape. The parent then stops rendering it. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog: the browser traps the focus and restores it afterwards. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Closed before it is removed: a removed dialog does not restore the focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      class="dialog"
      ref={element}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header class="dialog-header">
        <h2 class="dialog-title" id={heading}>
          {title}
        </h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}
