import { Button } from "../ui/button.tsx";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { countOf } from "../ui/format.ts";
import type { ChatSession } from "./session.ts";
import "./edit-form.css";

export interface EditFormProps {
  readonly session: ChatSession;
  /** Number of messages after the edited one. */
  readonly following: number;
}

/** The form for editing a sent message, in its place. */
export function EditForm({ session, following }: EditFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const note = useId();
  // Before the next key: a later effect moved the caret while the person typed already.
  useLayoutEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const edit = session.edit.value;
  if (edit === null) return null;

  function onKeyDown(event: KeyboardEvent) {
    if (event.isComposing) return;
    if (event.key === "Escape") {
      // Escape ends the editing here, not a reply.
      event.stopPropagation();
      session.edit.value = null;
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      void session.resend();
    }
  }

  return (
    <form
      class="edit-form"
      onSubmit={(event) => {
        event.preventDefault();
        void session.resend();
      }}
    >
      <textarea
        ref={field}
        class="input"
        aria-label="Edit the message"
        aria-describedby={note}
        value={edit.text}
        onInput={({ currentTarget }) => void (session.edit.value = { ...edit, text: currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <div class="edit-actions">
        <p class="note" id={note}>
          {following === 0
            ? "This message is replaced when the reply begins."
            : `This message and the ${countOf(following, "message")} after it are replaced when the new reply begins.`}
        </p>
        <Button onClick={() => void (session.edit.value = null)}>Cancel</Button>
        <Button variant="primary" type="submit" disabled={session.busy}>
          Send
        </Button>
      </div>
    </form>
  );
}
