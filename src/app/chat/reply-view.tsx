import type { ReadonlySignal } from "@preact/signals";
import type { ModelProgress } from "../../index.ts";
import { GrowingMarkdownView } from "../markdown/markdown-view.tsx";
import { ProgressLine } from "./progress-line.tsx";
import type { ReplyState } from "./reply.ts";

export interface ReplyViewProps {
  readonly reply: ReadonlySignal<ReplyState | null>;
  readonly progress: ReadonlySignal<ModelProgress | null>;
}

/** The reply that is being generated. Each piece of text renders only this component. */
export function ReplyView({ reply, progress }: ReplyViewProps) {
  if (reply.value === null) return null;
  const { text, requestedAt } = reply.value;
  return (
    <>
      <h2 class="visually-hidden">Reply</h2>
      {text !== "" && <GrowingMarkdownView text={text} />}
      {text === "" && requestedAt !== null && <p class="waiting">Reading your message…</p>}
      {text === "" && requestedAt === null && <ProgressLine progress={progress.value} />}
    </>
  );
}
