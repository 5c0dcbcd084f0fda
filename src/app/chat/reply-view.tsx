import type { ReadonlySignal } from "@preact/signals";
import type { ModelProgress } from "../../index.ts";
import { ProgressLine } from "../status/progress-line.tsx";
import type { Reply } from "./reply.ts";

export interface ReplyViewProps {
  readonly reply: ReadonlySignal<Reply | null>;
  readonly progress: ReadonlySignal<ModelProgress | null>;
}

/** The reply that is being written. It alone is rendered anew for every piece of text. */
export function ReplyView({ reply, progress }: ReplyViewProps) {
  if (reply.value === null) return null;
  const { text, requestedAt } = reply.value;
  return (
    <li class="message" data-role="assistant" aria-busy="true">
      <h2 class="visually-hidden">Reply</h2>
      {text !== "" && <p class="text writing">{text}</p>}
      {text === "" && requestedAt !== null && <p class="waiting">Reading your message…</p>}
      {text === "" && requestedAt === null && <ProgressLine progress={progress.value} />}
    </li>
  );
}
