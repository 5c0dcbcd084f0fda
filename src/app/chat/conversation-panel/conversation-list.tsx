import { useRef } from "preact/hooks";
import type { Chat } from "../chat.ts";
import { hashOf } from "../../browser/route.ts";
import { describeTime } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { useVirtualList } from "../../ui/virtual-list.ts";
import type { StoredConversation } from "../../conversations/conversation.ts";
import "./conversation-list.css";

export interface ConversationListProps {
  readonly conversations: readonly StoredConversation[];
  readonly chat: Chat;
  readonly onOpen: () => void;
  readonly onRename: (conversation: StoredConversation) => void;
}

/** The assumed height of a row until it is measured. */
const ESTIMATED_HEIGHT_PX = 40;

/** The list of conversations. Only those near the visible part have elements. */
export function ConversationList({ conversations, chat, onOpen, onRename }: ConversationListProps) {
  const frame = useRef<HTMLElement>(null);
  const list = useVirtualList({
    frame,
    count: conversations.length,
    keyOf: (index) => conversations[index]?.id ?? "",
    estimateSize: () => ESTIMATED_HEIGHT_PX,
    overscan: 8,
  });
  const rows = list.getVirtualItems();
  return (
    <nav class="conversations" ref={frame} aria-label="Conversations">
      <div class="conversations-content" style={{ blockSize: `${list.getTotalSize()}px` }}>
        <ul class="conversations-rows" style={{ transform: `translateY(${rows[0]?.start ?? 0}px)` }}>
          {rows.map(({ key, index }) => {
            const conversation = conversations[index];
            if (conversation === undefined) return null;
            const { id, title, updatedAt } = conversation;
            return (
              <li
                key={key}
                ref={list.measureElement}
                class="conversation"
                data-index={index}
                aria-setsize={conversations.length}
                aria-posinset={index + 1}
              >
                <a
                  class="conversation-link"
                  href={hashOf("chat", id)}
                  title={`${title}\n${describeTime(updatedAt)}`}
                  aria-current={chat.current.value?.id === id ? "page" : undefined}
                  onClick={onOpen}
                >
                  {chat.busy.value.has(id) && <span class="conversation-busy">Writing: </span>}
                  {title}
                </a>
                <button
                  type="button"
                  class="conversation-action"
                  aria-label={`Rename “${title}”`}
                  onClick={() => onRename(conversation)}
                >
                  <Icon name="pencil" />
                </button>
                <button
                  type="button"
                  class="conversation-action"
                  aria-label={`Delete “${title}”`}
                  onClick={() => void chat.remove(id)}
                >
                  <Icon name="trash" />
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </nav>
  );
}
