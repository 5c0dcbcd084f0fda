import { IconButton } from "../ui/icon-button.tsx";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import type { Service } from "../service/service.ts";
import { attachImages, imageObstacle, imageFilesOf } from "./attach-images.ts";
import type { Chat } from "./chat.ts";
import { DraftImages } from "./draft-images.tsx";
import type { ChatSession } from "./session.ts";
import { composerHintOf } from "./composer-hint.ts";
import { useGrowWithText } from "./grow-with-text.ts";
import "./composer.css";

export interface ComposerProps {
  readonly chat: Chat;
  readonly session: ChatSession;
  readonly service: Service;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** The message field. It can be edited during a reply; sending waits for the reply's end. */
export function Composer({ chat, session, service, field }: ComposerProps) {
  const picker = useRef<HTMLInputElement>(null);
  const busy = session.busy.value;
  const { text, images } = session.draft.value;
  const blank = text.trim() === "" && images.length === 0;
  const obstacle = imageObstacle(service.modelOf(session.settings.value));
  useGrowWithText(field, text);

  function add(files: readonly File[]) {
    if (obstacle === null) void attachImages(session, files, chat.notify);
    else if (files.length > 0) chat.notify(obstacle);
  }

  function onKeyDown(event: KeyboardEvent) {
    // This Enter ends the composition of a character in an input method.
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      void session.send();
    }
    if (event.key === "ArrowUp" && text === "" && !busy) {
      const last = session.messages.value.findLast(({ role }) => role === "user");
      if (last === undefined) return;
      event.preventDefault();
      session.edit.value = { id: last.id, text: last.text };
    }
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = imageFilesOf(event.clipboardData);
    if (pasted.length === 0) return;
    event.preventDefault();
    add(pasted);
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void session.send();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        add(imageFilesOf(event.dataTransfer));
      }}
    >
      {images.length > 0 && <DraftImages session={session} field={field} />}
      <div class="composer-box">
        <IconButton
          icon="image"
          class="attach-button"
          label="Attach an image"
          aria-disabled={obstacle !== null}
          title={obstacle ?? "Attach an image"}
          onClick={() => (obstacle === null ? picker.current?.click() : chat.notify(obstacle))}
        />
        <input
          ref={picker}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])]);
            currentTarget.value = "";
          }}
        />
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
          value={text}
          onInput={({ currentTarget }) =>
            void (session.draft.value = { ...session.draft.value, text: currentTarget.value })
          }
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {busy ? (
          <button
            type="button"
            class="round-button"
            aria-label="Stop the reply"
            onClick={() => session.stop()}
          >
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <rect x="5.5" y="5.5" width="9" height="9" rx="1.5" fill="currentColor" />
            </svg>
          </button>
        ) : (
          <button type="submit" class="round-button" aria-label="Send" disabled={blank}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M10 16V4.5M5 9.2l5-5 5 5" fill="none" stroke="currentColor" stroke-width="2" />
            </svg>
          </button>
        )}
      </div>
      <p class="hint" id="composer-hint">
        {composerHintOf({
          stored: !chat.library.storageFailed.value,
          imagesLeftOut: obstacle !== null && session.hasImages.value,
        })}
      </p>
    </form>
  );
}
