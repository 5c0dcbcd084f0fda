import { useSignal } from "@preact/signals";
import { useCallback, useEffect, useRef } from "preact/hooks";
import { ConversationDrawer } from "./conversation-panel/conversation-drawer.tsx";
import { ConversationPanel } from "./conversation-panel/conversation-panel.tsx";
import { downloadJson } from "../conversations/download.ts";
import type { Service } from "../service/service.ts";
import { useMediaQuery } from "../ui/media-query.ts";
import { messageOf } from "../../util/message-of.ts";
import type { Chat } from "./chat.ts";
import { Composer } from "./composer.tsx";
import { EmptyState } from "./empty-state.tsx";
import { HelpDialog } from "./help-dialog.tsx";
import { NoticeBar } from "./notice-bar.tsx";
import { SettingsDialog } from "./settings-dialog.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { Toolbar } from "./toolbar.tsx";
import { Transcript } from "./transcript.tsx";
import "./chat.css";

export interface ChatViewProps {
  readonly chat: Chat;
  readonly service: Service;
}

/** From this width on the list of conversations is beside the chat; as in chat.css. */
const WIDE_QUERY = "(min-width: 60rem)";

export function ChatView({ chat, service }: ChatViewProps) {
  const composer = useRef<HTMLTextAreaElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const open = useSignal<"nothing" | "list" | "settings" | "help">("nothing");
  const wide = useMediaQuery(WIDE_QUERY);
  const session = chat.current.value;
  const empty = session?.messages.value.length === 0 && !session.busy.value;

  const close = useCallback(() => void (open.value = "nothing"), [open]);
  const startNew = useCallback(() => {
    close();
    chat.startNew();
    composer.current?.focus();
  }, [chat, close]);
  const onSearch = useCallback(() => {
    if (search.current === null) open.value = "list";
    else search.current.focus();
  }, [open]);
  const onHelp = useCallback(() => void (open.value = "help"), [open]);
  const onStop = useCallback(() => chat.current.value?.stop(), [chat]);
  useShortcuts({ onNew: startNew, onSearch, onStop, onHelp });

  useEffect(() => {
    // Models may have been installed or removed in another view.
    void service.prepare();
  }, [service]);
  useEffect(() => {
    // On a touch screen the keyboard would cover the explanation.
    if (empty && matchMedia("(pointer: fine)").matches) composer.current?.focus();
  }, [empty, session]);

  const panel = (
    <ConversationPanel chat={chat} search={search} onNew={startNew} onOpen={close} onHelp={onHelp} />
  );
  return (
    <div class="chat">
      {wide && <aside class="chat-side">{panel}</aside>}
      {open.value === "list" && !wide && <ConversationDrawer onClose={close}>{panel}</ConversationDrawer>}
      <div class="chat-main">
        {session !== null && (
          <>
            <Toolbar
              chat={chat}
              session={session}
              service={service}
              onList={wide ? null : () => void (open.value = "list")}
              onSettings={() => void (open.value = "settings")}
              onExport={() => void exportOne(chat, session.id)}
            />
            {empty ? (
              <EmptyState session={session} service={service} />
            ) : (
              <Transcript key={session.id} session={session} service={service} />
            )}
            <div class="chat-foot">
              <NoticeBar chat={chat} />
              <Composer chat={chat} session={session} service={service} field={composer} />
            </div>
          </>
        )}
      </div>
      {open.value === "help" && <HelpDialog onClose={close} />}
      {open.value === "settings" && session !== null && (
        <SettingsDialog settings={session.settings.value} onSave={session.changeSettings} onClose={close} />
      )}
      <p class="visually-hidden" role="status">
        {chat.announcement}
      </p>
    </div>
  );
}

async function exportOne(chat: Chat, id: string): Promise<void> {
  try {
    downloadJson("insitu-chat.json", await chat.library.exportText(id));
  } catch (error) {
    chat.notify(messageOf(error));
  }
}
