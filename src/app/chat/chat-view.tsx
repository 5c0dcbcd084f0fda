import { useEffect, useRef } from "preact/hooks";
import type { Service } from "../service/service.ts";
import type { Chat } from "./chat.ts";
import { Composer } from "./composer.tsx";
import { EmptyState } from "./empty-state.tsx";
import { Transcript } from "./transcript.tsx";

export interface ChatViewProps {
  readonly chat: Chat;
  readonly service: Service;
}

export function ChatView({ chat, service }: ChatViewProps) {
  const composer = useRef<HTMLTextAreaElement>(null);
  const empty = chat.messages.value.length === 0;

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.isComposing) chat.stop();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [chat]);

  useEffect(() => {
    // A touch screen's keyboard would cover the explanation.
    if (empty && matchMedia("(pointer: fine)").matches) composer.current?.focus();
  }, [empty]);

  return (
    <div class="chat">
      {empty ? <EmptyState service={service} /> : <Transcript chat={chat} service={service} />}
      <Composer chat={chat} field={composer} />
      <p class="visually-hidden" role="status">
        {chat.announcement}
      </p>
    </div>
  );
}
