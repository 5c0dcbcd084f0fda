import type { RefObject } from "preact";
import { Icon } from "../ui/icon.tsx";
import type { ChatSession } from "./session.ts";
import "./draft-images.css";

export interface DraftImagesProps {
  readonly session: ChatSession;
  /** Gets the focus when an image is removed together with its focused button. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** The images of the next message. */
export function DraftImages({ session, field }: DraftImagesProps) {
  const { images } = session.draft.value;
  function remove(at: number) {
    const { draft } = session;
    draft.value = { ...draft.value, images: draft.value.images.filter((_, index) => index !== at) };
    field.current?.focus();
  }
  return (
    <ul class="draft-images" aria-label="Images to send">
      {images.map((url, index) => (
        <li key={url} class="draft-image">
          <img src={url} alt={`Image ${index + 1}`} />
          <button
            type="button"
            class="draft-image-remove"
            aria-label={`Remove image ${index + 1}`}
            onClick={() => remove(index)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
