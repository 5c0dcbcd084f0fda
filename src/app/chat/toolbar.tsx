import type { Service } from "../service/service.ts";
import { Icon } from "../ui/icon.tsx";
import type { Chat } from "./chat.ts";
import { ModelSelect } from "./model-select.tsx";
import type { ChatSession } from "./session.ts";

export interface ToolbarProps {
  readonly chat: Chat;
  readonly session: ChatSession;
  readonly service: Service;
  /** Given where the list of conversations is not beside the chat. */
  readonly onList: (() => void) | null;
  readonly onSettings: () => void;
  readonly onExport: () => void;
}

/** Which conversation this is, and what holds for it. */
export function Toolbar({ chat, session, service, onList, onSettings, onExport }: ToolbarProps) {
  const title = chat.library.conversations.value?.find(({ id }) => id === session.id)?.title;
  return (
    <div class="toolbar">
      {onList !== null && (
        <button type="button" class="icon-button" aria-label="Conversations" onClick={onList}>
          <Icon name="menu" />
        </button>
      )}
      <p class="toolbar-title" title={title}>
        {title ?? "New chat"}
      </p>
      <ModelSelect session={session} service={service} />
      {title !== undefined && (
        <button type="button" class="icon-button" aria-label="Export this chat" onClick={onExport}>
          <Icon name="download" />
        </button>
      )}
      <button type="button" class="icon-button" aria-label="Settings of this chat" onClick={onSettings}>
        <Icon name="sliders" />
      </button>
    </div>
  );
}
