import { describe, expect, it, vi } from "vitest";
import {
  DEFAULT_SETTINGS,
  type StoredMessage,
  type ConversationWithMessages,
} from "../conversations/conversation.ts";
import type { Notice } from "./notice.ts";
import { createChatSession } from "./session.ts";
import { manualService, memoryLibrary } from "./testing/parts.ts";

function start(kept?: ConversationWithMessages) {
  const service = manualService();
  const { library, conversations } = memoryLibrary(...(kept ? [kept] : []));
  const announcements: string[] = [];
  const notices: (Notice | null)[] = [];
  const session = createChatSession(
    {
      library,
      requestReply: service.requestReply,
      now: () => 0,
      announce: (text) => void announcements.push(text),
      notify: (notice) => void notices.push(notice),
    },
    kept,
  );
  const send = (text: string) => {
    session.draft.value = { text, images: [] };
    return session.send();
  };
  return {
    session,
    service,
    send,
    announcements,
    notices,
    texts: () => session.messages.value.map(({ text }) => text),
    kept: () => conversations.get(session.id)?.messages,
    keptTexts: () => conversations.get(session.id)?.messages.map(({ text }) => text),
    conversations,
  };
}

const user = (id: string, text: string): StoredMessage => ({ id, role: "user", text, images: [] });
const reply = (id: string, text: string): StoredMessage => ({
  id,
  role: "assistant",
  text,
  outcome: { type: "complete" },
  timing: null,
});
const earlier: ConversationWithMessages = {
  id: "c",
  title: "One",
  createdAt: 1,
  updatedAt: 1,
  settings: DEFAULT_SETTINGS,
  messages: [user("1", "One"), reply("2", "One!"), user("3", "Two"), reply("4", "Two!")],
};

describe("send", () => {
  it("shows the message at once, the reply as it comes, and keeps both under a title", async () => {
    const { session, service, send, announcements, keptTexts, conversations } = start();
    const sent = send("  Hello ");
    expect(session.messages.value).toMatchObject([{ role: "user", text: "Hello" }]);
    expect(session.reply.value?.text).toBe("");
    expect(session.draft.value.text).toBe("");

    service.feed({ type: "requested" }, { type: "text", text: "Hi" });
    await vi.waitFor(() => expect(session.reply.value?.text).toBe("Hi"));
    service.feed({ type: "finish", reason: "complete" });
    service.end();
    await sent;
    expect(session.busy.value).toBe(false);
    expect(announcements.at(-1)).toBe("The reply is complete.");
    expect(keptTexts()).toEqual(["Hello", "Hi"]);
    expect(conversations.get(session.id)?.title).toBe("Hello");
  });

  it("gives the model the whole conversation and its settings", async () => {
    const { session, service, send } = start(earlier);
    const settings = { ...DEFAULT_SETTINGS, systemPrompt: "Be brief." };
    session.changeSettings(settings);
    const sent = send("Three");
    service.answer("Three!");
    await sent;
    expect(service.requests[0]?.settings).toEqual(settings);
    expect(service.requests[0]?.messages.map(({ text }) => text)).toEqual([
      "One",
      "One!",
      "Two",
      "Two!",
      "Three",
    ]);
  });

  it("sends neither a blank draft nor a second message during a reply, and an image without words", async () => {
    const { session, service, send } = start();
    await send(" \n ");
    expect(session.messages.value).toEqual([]);
    session.draft.value = { text: "", images: ["data:image/png;base64,AA=="] };
    void session.send();
    await send("Two");
    expect(service.requests).toHaveLength(1);
    expect(session.draft.value.text).toBe("Two");
  });
});

describe("a reply that is not whole", () => {
  it("keeps its text when it is stopped", async () => {
    const { session, service, send } = start();
    const sent = send("Hello");
    service.feed({ type: "text", text: "Once upon" });
    await vi.waitFor(() => expect(session.reply.value?.text).toBe("Once upon"));
    session.stop();
    await sent;
    expect(session.messages.value[1]).toMatchObject({ text: "Once upon", outcome: { type: "stopped" } });
  });

  it("says why it failed, and gives way at once when it is asked for again", async () => {
    const { session, service, send, notices, texts, keptTexts } = start();
    const sent = send("Hello");
    service.fail("The engine failed.");
    await sent;
    const failed = session.messages.value[1];
    expect(failed).toMatchObject({ outcome: { type: "failed", message: "The engine failed." } });

    const again = session.regenerate(failed?.id ?? "");
    expect(texts()).toEqual(["Hello"]);
    service.answer("Hi");
    await again;
    expect(texts()).toEqual(["Hello", "Hi"]);
    expect(keptTexts()).toEqual(["Hello", "Hi"]);
    expect(notices.at(-1)).toBeNull();
  });

  it("is not taken for a whole one when it ends without a finish", async () => {
    const { session, service, send } = start();
    const sent = send("Hello");
    service.feed({ type: "text", text: "Hi" });
    service.end();
    await sent;
    expect(session.messages.value[1]).toMatchObject({ outcome: { type: "failed" } });
  });

  it("is kept as interrupted when the page goes away", async () => {
    const { session, service, send, kept } = start();
    const sent = send("Hello");
    service.feed({ type: "text", text: "Once" });
    await vi.waitFor(() => expect(session.reply.value?.text).toBe("Once"));
    session.saveUnfinishedReply();
    expect(kept()?.[1]).toMatchObject({ text: "Once", outcome: { type: "interrupted" } });
    service.feed({ type: "finish", reason: "complete" });
    service.end();
    await sent;
    expect(kept()?.[1]).toMatchObject({ text: "Once", outcome: { type: "complete" } });
  });
});

describe("regenerate", () => {
  it("drops what followed once the new reply begins, and brings it back on undo", async () => {
    const { session, service, notices, texts, keptTexts } = start(earlier);
    const asked = session.regenerate("2");
    expect(texts()).toEqual(["One"]);
    expect(keptTexts()).toHaveLength(4);
    service.answer("Other");
    await asked;
    expect(texts()).toEqual(["One", "Other"]);
    expect(keptTexts()).toEqual(["One", "Other"]);

    expect(notices.at(-1)?.text).toBe("3 messages were replaced.");
    await notices.at(-1)?.undo?.();
    expect(texts()).toEqual(["One", "One!", "Two", "Two!"]);
    expect(keptTexts()).toEqual(["One", "One!", "Two", "Two!"]);
  });

  it("leaves everything as it was where no new reply begins, and says why", async () => {
    const { session, service, notices, texts, keptTexts } = start(earlier);
    const failing = session.regenerate("4");
    service.fail("The engine failed.");
    await failing;
    expect(texts()).toHaveLength(4);
    expect(keptTexts()).toHaveLength(4);
    expect(notices.at(-1)?.text).toBe("The engine failed. Nothing was replaced.");

    const stopped = session.regenerate("4");
    session.stop();
    await stopped;
    expect(texts()).toHaveLength(4);
  });
});

describe("resend", () => {
  it("puts the edited message in the place of the old one and what followed", async () => {
    const { session, service, texts, keptTexts } = start(earlier);
    session.edit.value = { id: "3", text: " Zwei " };
    const sent = session.resend();
    service.answer("Zwei!");
    await sent;
    expect(texts()).toEqual(["One", "One!", "Zwei", "Zwei!"]);
    expect(keptTexts()).toEqual(["One", "One!", "Zwei", "Zwei!"]);
    expect(session.edit.value).toBeNull();
  });

  it("keeps the new words in the editor where no reply begins", async () => {
    const { session, service, texts } = start(earlier);
    session.edit.value = { id: "1", text: "Eins" };
    const sent = session.resend();
    service.fail("The engine failed.");
    await sent;
    expect(texts()).toEqual(["One", "One!", "Two", "Two!"]);
    expect(session.edit.value).toEqual({ id: "1", text: "Eins" });
  });
});

describe("hasImages", () => {
  it("looks at the messages when they change, not at each character of the draft", () => {
    let looks = 0;
    const counted = earlier.messages.map((message) =>
      message.role === "user"
        ? Object.defineProperty({ ...message }, "images", { get: () => (looks++, []) })
        : message,
    );
    const { session } = start({ ...earlier, messages: counted });
    const typed = ["T", "Th", "Thr", "Thre", "Three"].map((text) => {
      session.draft.value = { text, images: [] };
      return session.hasImages.value;
    });
    expect(typed).toEqual([false, false, false, false, false]);
    expect(looks).toBe(2);
  });
});
