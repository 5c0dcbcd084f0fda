/** The URL says which conversation is shown: `#/chat/<id>`; a new one gets its id with its first message. */
import { effect, untracked } from "@preact/signals";
import { navigate, route } from "../shell/route.ts";
import type { Chat } from "./chat.ts";

export function routeChat(chat: Chat): void {
  function show(): void {
    const { view, rest } = route.peek();
    const session = chat.current.peek();
    if (view !== "chat" || session === null) return;
    const target = session.messages.peek().length > 0 ? session.id : "";
    if (target === rest) return;
    const there = chat.library.conversations.peek()?.some(({ id }) => id === rest) ?? false;
    // No step back to where nothing is.
    navigate("chat", target, { replace: !there });
  }

  effect(() => {
    const { view, rest } = route.value;
    if (view !== "chat") return;
    untracked(() => {
      if (rest === "" || rest === chat.current.value?.id) show();
      else void chat.open(rest);
    });
  });

  effect(() => {
    // A new conversation has a place of its own from its first message on.
    void chat.current.value?.messages.value.length;
    untracked(show);
  });
}
