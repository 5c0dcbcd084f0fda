import type { Chat } from "./chat/chat.ts";
import { ChatView } from "./chat/chat-view.tsx";
import type { Connection } from "./service/connection.ts";
import type { Service } from "./service/service.ts";
import { LazyView } from "./shell/lazy-view.tsx";
import { Navigation } from "./shell/navigation.tsx";
import { route } from "./shell/route.ts";
import { ModelState } from "./status/model-state.tsx";

export interface AppProps {
  readonly chat: Chat;
  readonly connection: Connection;
  readonly service: Service;
}

/** The frame around the views. */
export function App({ chat, connection, service }: AppProps) {
  const { view } = route.value;
  return (
    <div class="shell">
      <header class="shell-header">
        <h1 class="brand">
          <img src={`${import.meta.env.BASE_URL}icons/icon.svg`} width="28" height="28" alt="" />
          Insitu
        </h1>
        <Navigation />
        <ModelState progress={connection.progress} problem={connection.problem} />
      </header>
      <main class="shell-main">
        {view === "chat" ? (
          <ChatView chat={chat} service={service} />
        ) : (
          <LazyView key={view} view={view} connection={connection} />
        )}
      </main>
    </div>
  );
}
