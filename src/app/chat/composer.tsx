import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import type { Chat } from "./chat.ts";

export interface ComposerProps {
  readonly chat: Chat;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** Where a person writes. The draft stays while a reply is written; sending waits for its end. */
export function Composer({ chat, field }: ComposerProps) {
  const draft = useSignal("");
  const busy = chat.reply.value !== null;

  function send() {
    if (busy || draft.value.trim() === "") return;
    void chat.send(draft.value);
    draft.value = "";
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter also ends the composition of a character; that one is not meant for us.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div class="composer-box">
        <label class="visually-hidden" for="composer-field">
          Message
        </label>
        <textarea
          id="composer-field"
          ref={field}
          rows={1}
          placeholder="Write a message"
          enterkeyhint="send"
          aria-describedby="composer-hint"
          value={draft}
          onInput={(event) => {
            draft.value = event.currentTarget.value;
          }}
          onKeyDown={onKeyDown}
        />
        {busy ? (
          <button type="button" class="round-button" aria-label="Stop the reply" onClick={() => chat.stop()}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <rect x="5.5" y="5.5" width="9" height="9" rx="1.5" fill="currentColor" />
            </svg>
          </button>
        ) : (
          <button type="submit" class="round-button" aria-label="Send" disabled={draft.value.trim() === ""}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M10 16V4.5M5 9.2l5-5 5 5" fill="none" stroke="currentColor" stroke-width="2" />
            </svg>
          </button>
        )}
      </div>
      <p class="hint" id="composer-hint">
        {chat.kept.value
          ? "Replies can be wrong. Nothing leaves this device."
          : "This browser does not keep the conversation: it is gone when the page is closed."}
      </p>
    </form>
  );
}
