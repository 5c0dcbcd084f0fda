/**
 * Keeps the shown conversation and the URL in step: `#/chat/<id>`. A new conversation has no id in the URL until
 * its first message.
 */
import { effect, untracked } from "@preact/signals";
import { navigate, route } from "../browser/route.ts";
import type { Chat } from "./chat.ts";

export function syncChatWithUrl(chat: Chat): void {
  function showCurrentInUrl(): void {
    const { view, argument } = route.peek();
    const session = chat.current.peek();
    if (view !== "chat" || session === null) return;
    const target = session.messages.peek().length > 0 ? session.id : "";
    if (target === argument) return;
    const isStored = chat.library.conversations.peek()?.some(({ id }) => id === argument) ?? false;
    // An address without a conversation behind it must not become a step in the history.
    navigate("chat", target, { replace: !isStored });
  }

  effect(() => {
    const { view, argument } = route.value;
    if (view !== "chat") return;
    untracked(() => {
      if (argument === "" || argument === chat.current.value?.id) showCurrentInUrl();
      else void chat.open(argument);
    });
  });

  effect(() => {
    // A new conversation gets its own URL with its first message.
    void chat.current.value?.messages.value.length;
    untracked(showCurrentInUrl);
  });
}
