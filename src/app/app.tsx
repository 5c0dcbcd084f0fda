import type { Chat } from "./chat/chat.ts";
import { ChatView } from "./chat/chat-view.tsx";
import type { ServiceConnection } from "./service/connection.ts";
import type { Service } from "./service/service.ts";
import { Frame } from "./shell/frame.tsx";
import { LazyView } from "./shell/lazy-view.tsx";
import { route } from "./browser/route.ts";

export interface AppProps {
  readonly chat: Chat;
  readonly connection: ServiceConnection;
  readonly service: Service;
}

/** The frame with the view from the URL. */
export function App({ chat, connection, service }: AppProps) {
  const { view } = route.value;
  return (
    <Frame connection={connection}>
      {view === "chat" ? (
        <ChatView chat={chat} service={service} />
      ) : (
        <LazyView key={view} view={view} connection={connection} />
      )}
    </Frame>
  );
}
