import { useLayoutEffect } from "preact/hooks";
import type { Service } from "../service/service.ts";
import type { Chat } from "./chat.ts";
import { MessageView } from "./message-view.tsx";
import { ReplyView } from "./reply-view.tsx";
import { useStickToEnd } from "./stick-to-end.ts";

export interface TranscriptProps {
  readonly chat: Chat;
  readonly service: Service;
}

/** The conversation, scrolled to its end for as long as the reader stays there. */
export function Transcript({ chat, service }: TranscriptProps) {
  const { frame, content, atEnd, goToEnd } = useStickToEnd();
  const messages = chat.messages.value;

  // Sending brings the reader back to the end, where the reply will be.
  const asked = messages.findLast(({ role }) => role === "user")?.id;
  useLayoutEffect(goToEnd, [asked]);

  return (
    <div class="transcript">
      <section class="transcript-frame" ref={frame} tabIndex={0} aria-label="Conversation">
        <ol class="messages" ref={content}>
          {messages.map((message, index) => (
            <MessageView
              key={message.id}
              message={message}
              {...(index === messages.length - 1 && { onRetry: () => void chat.retry() })}
            />
          ))}
          <ReplyView reply={chat.reply} progress={service.progress} />
        </ol>
      </section>
      {!atEnd.value && (
        <button type="button" class="to-end" onClick={goToEnd}>
          To the latest
        </button>
      )}
    </div>
  );
}
