import type { ReplyOutcome } from "../conversations/conversation.ts";

/** The note below a reply that did not end by itself; null below one that did. */
export function outcomeNoteOf(outcome: ReplyOutcome): string | null {
  switch (outcome.type) {
    case "complete":
      return null;
    case "length":
      return "Reached the model's length limit.";
    case "stopped":
      return "Stopped.";
    case "interrupted":
      return "Interrupted when the page was closed.";
    case "failed":
      return outcome.message;
  }
}
