import type { Chat } from "./chat/chat.ts";
import { ChatView } from "./chat/chat-view.tsx";
import type { Service } from "./service/service.ts";
import { ModelState } from "./status/model-state.tsx";

export interface AppProps {
  readonly chat: Chat;
  readonly service: Service;
}

/** The frame around the views. */
export function App({ chat, service }: AppProps) {
  return (
    <div class="shell">
      <header class="shell-header">
        <h1 class="brand">
          <img src={`${import.meta.env.BASE_URL}icons/icon.svg`} width="28" height="28" alt="" />
          Insitu
        </h1>
        <ModelState progress={service.progress} problem={service.problem} />
        <NewChatButton chat={chat} />
      </header>
      <main class="shell-main">
        <ChatView chat={chat} service={service} />
      </main>
    </div>
  );
}

function NewChatButton({ chat }: { readonly chat: Chat }) {
  const empty = chat.messages.value.length === 0;
  return (
    <button
      type="button"
      class="quiet-button"
      title="Begin a new chat and forget this one"
      disabled={empty}
      onClick={() => void chat.startNew()}
    >
      New chat
    </button>
  );
}
