import { Button } from "../ui/button.tsx";
import type {
  StoredAssistantMessage,
  StoredMessage,
  StoredUserMessage,
} from "../conversations/conversation.ts";
import { MarkdownView } from "../markdown/markdown-view.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { describeTiming } from "./describe-timing.ts";
import { EditForm } from "./edit-form.tsx";
import type { ChatSession } from "./session.ts";
import { outcomeNoteOf } from "./outcome-note.ts";
import "./message.css";

export interface MessageViewProps {
  readonly message: StoredMessage;
  readonly session: ChatSession;
  /** Number of messages after it. */
  readonly following: number;
}

export function MessageView({ message, session, following }: MessageViewProps) {
  if (session.edit.value?.id === message.id) {
    return <EditForm session={session} following={following} />;
  }
  return message.role === "user" ? (
    <UserMessageView message={message} session={session} following={following} />
  ) : (
    <AssistantMessageView message={message} session={session} following={following} />
  );
}

interface UserMessageViewProps extends MessageViewProps {
  readonly message: StoredUserMessage;
}

function UserMessageView({ message, session, following }: UserMessageViewProps) {
  const { id, text, images } = message;
  return (
    <>
      <h2 class="visually-hidden">You</h2>
      {images.length > 0 && (
        <div class="message-images">
          {images.map((url) => (
            <img key={url} class="message-image" src={url} alt="Attached by you" />
          ))}
        </div>
      )}
      {text !== "" && <p class="text">{text}</p>}
      <div class="message-actions" data-always={following === 0 && !session.busy.value}>
        {following === 0 && !session.busy.value && (
          <RegenerateButton label="Get a reply" following={0} onClick={() => void session.regenerate(id)} />
        )}
        <Button
          icon="pencil"
          disabled={session.busy}
          onClick={() => void (session.edit.value = { id, text })}
        >
          Edit
        </Button>
        {text !== "" && <CopyButton text={text} what="message" />}
      </div>
    </>
  );
}

interface AssistantMessageViewProps extends MessageViewProps {
  readonly message: StoredAssistantMessage;
}

/** A reply with its outcome, its timing and its actions. */
function AssistantMessageView({ message, session, following }: AssistantMessageViewProps) {
  const { id, text, outcome, timing } = message;
  const note = outcomeNoteOf(outcome);
  const whole = outcome.type === "complete" || outcome.type === "length";
  return (
    <>
      <h2 class="visually-hidden">Reply</h2>
      {text !== "" && <MarkdownView id={id} text={text} />}
      <div class="ending">
        {note !== null && <p class={outcome.type === "failed" ? "problem" : "note"}>{note}</p>}
        {timing !== null && <p class="note figures">{describeTiming(timing)}</p>}
      </div>
      <div class="message-actions" data-always={following === 0}>
        {!session.busy.value && (
          <RegenerateButton
            label={whole ? "Regenerate" : "Try again"}
            following={following}
            onClick={() => void session.regenerate(id)}
          />
        )}
        {text !== "" && <CopyButton text={text} what="reply" />}
      </div>
    </>
  );
}

interface RegenerateButtonProps {
  readonly label: string;
  readonly following: number;
  readonly onClick: () => void;
}

function RegenerateButton({ label, following, onClick }: RegenerateButtonProps) {
  const title =
    following === 0
      ? "The reply is replaced when the new one begins."
      : "The reply and what follows it are replaced when the new one begins.";
  return (
    <Button icon="redo" title={title} onClick={onClick}>
      {label}
    </Button>
  );
}
