/** Entry of the app: creates its parts and renders them before any model or engine is there. */
// In the build, sheets that several chunks share may come before these: no sheet may depend on the order.
import "./styles/base.css";
import "./styles/text.css";
import "./styles/layout.css";
import "./styles/forms.css";
import { render } from "preact";
import { scopedName } from "../scope/scoped-name.ts";
import { connect } from "../index.ts";
import { App } from "./app.tsx";
import { createChat } from "./chat/chat.ts";
import { syncChatWithUrl } from "./chat/url-sync.ts";
import { createConversationChannel } from "./conversations/conversation-channel.ts";
import { createLibrary } from "./conversations/library.ts";
import { createConversationsConnection } from "./conversations/database.ts";
import { createConversationStore } from "./conversations/store.ts";
import { loadMarkdown } from "./markdown/markdown-view.tsx";
import { createServiceConnection } from "./service/connection.ts";
import { createService } from "./service/service.ts";
import { onErase } from "./browser/erase.ts";
import "./browser/theme.ts";

const root = document.getElementById("app");
if (root === null) throw new Error("index.html must have an element with the id `app`.");

const connection = createServiceConnection(connect);
const service = createService({
  connection,
  importCompletions: () => import("./service/completions.ts"),
});
const conversations = createConversationsConnection(scopedName("insitu-app"));
const library = createLibrary(createConversationStore(conversations), createConversationChannel());
const chat = createChat({ library, requestReply: service.requestReply, now: () => performance.now() });

onErase(async () => {
  for (const id of chat.busy.value) await chat.remove(id);
  await conversations.erase();
});
syncChatWithUrl(chat);
render(<App chat={chat} connection={connection} service={service} />, root);

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") chat.saveUnfinishedReplies();
});
await library.refresh();
// Ahead of need: the first reply is then rendered as Markdown from the start.
await Promise.all([service.prepare(), loadMarkdown()]);
