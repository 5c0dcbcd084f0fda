import { IconButton } from "../ui/icon-button.tsx";
import type { Service } from "../service/service.ts";
import type { Chat } from "./chat.ts";
import { ModelSelect } from "./model-select.tsx";
import type { ChatSession } from "./session.ts";
import "./toolbar.css";

export interface ToolbarProps {
  readonly chat: Chat;
  readonly session: ChatSession;
  readonly service: Service;
  /** Opens the list of conversations; null if it is beside the chat. */
  readonly onList: (() => void) | null;
  readonly onSettings: () => void;
  readonly onExport: () => void;
}

/** The conversation's title, model and settings. */
export function Toolbar({ chat, session, service, onList, onSettings, onExport }: ToolbarProps) {
  const title = chat.library.conversations.value?.find(({ id }) => id === session.id)?.title;
  return (
    <div class="toolbar">
      {onList !== null && <IconButton icon="menu" label="Conversations" onClick={onList} />}
      <p class="toolbar-title" title={title}>
        {title ?? "New chat"}
      </p>
      <ModelSelect session={session} service={service} />
      {title !== undefined && <IconButton icon="download" label="Export chat" onClick={onExport} />}
      <IconButton icon="sliders" label="Chat settings" onClick={onSettings} />
    </div>
  );
}
