import type { ReplyOutcome } from "../conversations/conversation.ts";

/** Text for screen readers when a reply has ended. */
export function announcementOf(outcome: ReplyOutcome): string {
  switch (outcome.type) {
    case "complete":
      return "The reply is complete.";
    case "length":
      return "The reply ended at the model's length limit.";
    case "stopped":
    case "interrupted":
      return "The reply was stopped.";
    case "failed":
      return `The reply failed: ${outcome.message}`;
  }
}
