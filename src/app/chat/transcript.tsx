import { useLayoutEffect, useRef } from "preact/hooks";
import type { Service } from "../service/service.ts";
import { useVirtualList } from "../ui/virtual-list.ts";
import { MessageView } from "./message-view.tsx";
import { ReplyView } from "./reply-view.tsx";
import type { ChatSession } from "./session.ts";
import "./transcript.css";

export interface TranscriptProps {
  readonly session: ChatSession;
  readonly service: Service;
}

/** A reader this close to the end counts as being at the end. */
const END_MARGIN_PX = 48;
/** The gap between messages, as in transcript.css. */
const GAP_PX = 24;
/** The assumed height of a message until it is measured. */
const ESTIMATED_HEIGHT_PX = 120;

/**
 * The messages of a conversation, kept scrolled to the end while the reader is there. Only those near the
 * visible part have elements. Keyed by the session.
 */
export function Transcript({ session, service }: TranscriptProps) {
  const frame = useRef<HTMLElement>(null);
  const messages = session.messages.value;
  const busy = session.busy.value;
  const list = useVirtualList({
    frame,
    count: messages.length + (busy ? 1 : 0),
    keyOf: (index) => messages[index]?.id ?? session.reply.peek()?.id ?? "reply",
    estimateSize: () => ESTIMATED_HEIGHT_PX,
    gap: GAP_PX,
    overscan: 4,
    paddingStart: GAP_PX,
    paddingEnd: GAP_PX,
    anchorTo: "end",
    followOnAppend: true,
    endMargin: END_MARGIN_PX,
  });

  // Sending a message scrolls to the end, where the reply will appear; so does opening a conversation.
  const asked = messages.findLast(({ role }) => role === "user")?.id;
  useLayoutEffect(() => list.scrollToEnd(), [list, asked, busy]);

  const rows = list.getVirtualItems();
  return (
    <div class="transcript">
      <section class="transcript-frame" ref={frame} tabIndex={0} aria-label="Conversation">
        <div class="transcript-content" style={{ blockSize: `${list.getTotalSize()}px` }}>
          <ol class="messages" style={{ transform: `translateY(${rows[0]?.start ?? 0}px)` }}>
            {rows.map(({ key, index }) => {
              const message = messages[index];
              return (
                <li
                  key={key}
                  ref={list.measureElement}
                  class="message"
                  data-index={index}
                  data-role={message?.role ?? "assistant"}
                  aria-setsize={messages.length + (busy ? 1 : 0)}
                  aria-posinset={index + 1}
                  aria-busy={message === undefined}
                >
                  {message === undefined ? (
                    <ReplyView reply={session.reply} progress={service.progress} />
                  ) : (
                    <MessageView
                      message={message}
                      session={session}
                      following={messages.length - index - 1}
                    />
                  )}
                </li>
              );
            })}
          </ol>
        </div>
      </section>
      {!list.isAtEnd(END_MARGIN_PX) && (
        <button type="button" class="to-end" onClick={() => list.scrollToEnd()}>
          Jump to latest
        </button>
      )}
    </div>
  );
}
