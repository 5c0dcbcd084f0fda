import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import "./conversation-drawer.css";

export interface ConversationDrawerProps {
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** The list of conversations over the chat, on screens without room beside it. */
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
        // The dialog itself is the target of clicks outside its content.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
