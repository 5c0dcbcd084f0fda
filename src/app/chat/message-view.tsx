import type { AssistantMessage, Message } from "../conversations/conversation.ts";
import { describeTiming } from "../status/describe.ts";

export interface MessageViewProps {
  readonly message: Message;
  /** Given for the last message only: its reply can be asked for again. */
  readonly onRetry?: () => void;
}

export function MessageView({ message, onRetry }: MessageViewProps) {
  return (
    <li class="message" data-role={message.role}>
      <h2 class="visually-hidden">{message.role === "user" ? "You" : "Reply"}</h2>
      {message.text !== "" && <p class="text">{message.text}</p>}
      {message.role === "assistant" && <Ending message={message} onRetry={onRetry} />}
    </li>
  );
}

interface EndingProps {
  readonly message: AssistantMessage;
  readonly onRetry: (() => void) | undefined;
}

/** How the reply ended, how fast it was, and a way to ask again where it is not whole. */
function Ending({ message: { outcome, timing }, onRetry }: EndingProps) {
  const note = noteOf(outcome);
  return (
    <div class="ending">
      {note !== null && <p class={outcome.type === "failed" ? "problem" : "note"}>{note}</p>}
      {timing !== null && <p class="note figures">{describeTiming(timing)}</p>}
      {outcome.type !== "complete" && onRetry !== undefined && (
        <button type="button" class="quiet-button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

function noteOf(outcome: AssistantMessage["outcome"]): string | null {
  switch (outcome.type) {
    case "complete":
      return null;
    case "length":
      return "Ended at the model's length limit.";
    case "stopped":
      return "Stopped.";
    case "interrupted":
      return "Interrupted when the page was closed.";
    case "failed":
      return outcome.message;
  }
}
