import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import "./conversation-drawer.css";

export interface ConversationDrawerProps {
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** The list of conversations over the chat, where there is no room beside it. */
export function ConversationDrawer({ onClose, children }: ConversationDrawerProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      class="drawer"
      ref={element}
      aria-label="Conversations"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // A click on the dialog itself is one on what is behind its content.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
