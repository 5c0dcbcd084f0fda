import { Button } from "../../ui/button.tsx";
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import type { Chat } from "../chat.ts";
import { Icon } from "../../ui/icon.tsx";
import { messageOf } from "../../../util/message-of.ts";
import type { StoredConversation } from "../../conversations/conversation.ts";
import { ConversationList } from "./conversation-list.tsx";
import { downloadJson } from "../../conversations/download.ts";
import { RenameDialog } from "./rename-dialog.tsx";
import { useSearch } from "./use-search.ts";
import { searchNoteOf } from "./search-note.ts";
import "./conversation-panel.css";

export interface ConversationPanelProps {
  readonly chat: Chat;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onNew: () => void;
  /** A conversation was chosen. */
  readonly onOpen: () => void;
  readonly onHelp: () => void;
}

/** The stored conversations: search, start, import and export them. */
export function ConversationPanel({ chat, search, onNew, onOpen, onHelp }: ConversationPanelProps) {
  const words = useSignal("");
  const renamed = useSignal<StoredConversation | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const found = useSearch(chat.library, words.value).value;
  const all = chat.library.conversations.value ?? [];
  const shown = found === null ? all : all.filter(({ id }) => found.ids.has(id));

  async function exportAll() {
    try {
      downloadJson("insitu-chats.json", await chat.library.exportText());
    } catch (error) {
      chat.notify(messageOf(error));
    }
  }

  return (
    <div class="panel">
      <Button icon="plus" class="panel-new" onClick={onNew}>
        New chat
      </Button>
      <label class="panel-search">
        <span class="visually-hidden">Search conversations</span>
        <Icon name="search" />
        <input
          ref={search}
          type="search"
          class="input"
          placeholder="Search"
          value={words}
          onInput={({ currentTarget }) => void (words.value = currentTarget.value)}
        />
      </label>
      <p class="panel-note" role="status">
        {searchNoteOf(shown.length, found, chat.library.conversations.value !== null)}
      </p>
      <ConversationList
        conversations={shown}
        chat={chat}
        onOpen={onOpen}
        onRename={(conversation) => void (renamed.value = conversation)}
      />
      <div class="panel-foot">
        <Button variant="text" icon="upload" onClick={() => picker.current?.click()}>
          Import
        </Button>
        <input
          ref={picker}
          type="file"
          accept="application/json,.json"
          hidden
          aria-label="File to import"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file !== undefined) void file.text().then(chat.importText);
            currentTarget.value = "";
          }}
        />
        <Button variant="text" icon="download" disabled={all.length === 0} onClick={() => void exportAll()}>
          Export all
        </Button>
        <Button variant="text" onClick={onHelp}>
          Shortcuts
        </Button>
      </div>
      {renamed.value !== null && (
        <RenameDialog
          conversation={renamed.value}
          onRename={(title) => chat.rename(renamed.value?.id ?? "", title)}
          onClose={() => void (renamed.value = null)}
        />
      )}
    </div>
  );
}
