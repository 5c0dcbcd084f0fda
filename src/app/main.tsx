/** Entry of the app: puts its parts together and shows them before any model or engine is there. */
import { render } from "preact";
import { connect } from "../index.ts";
import { App } from "./app.tsx";
import { createChat } from "./chat/chat.ts";
import { createConversationStore } from "./conversations/database.ts";
import { createConnection } from "./service/connection.ts";
import { createService } from "./service/service.ts";
import "./shell/theme.ts";
import "./styles/base.css";
import "./styles/ui.css";
import "./styles/shell.css";
import "./styles/chat.css";
import "./styles/composer.css";

const root = document.getElementById("app");
if (root === null) throw new Error("index.html must have an element with the id `app`.");

const connection = createConnection(connect);
const service = createService({
  connection,
  importCompletions: () => import("./service/completions.ts"),
});
const chat = createChat({
  requestReply: service.requestReply,
  store: createConversationStore(),
  now: () => performance.now(),
});

// The last conversation is on this device: waiting for it spares a flash of the empty state.
await chat.restore();
render(<App chat={chat} connection={connection} service={service} />, root);

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden" && chat.reply.value !== null) chat.save();
});
await service.prepare();
