import { describe, expect, it, vi } from "vitest";
import { type ConversationWithMessages, DEFAULT_SETTINGS } from "../conversations/conversation.ts";
import type { Notice } from "./notice.ts";
import { createChatSession } from "./session.ts";
import { manualService } from "./testing/manual-service.ts";
import { memoryLibrary } from "./testing/memory-library.ts";
import { replyMessage, userMessage } from "./testing/messages.ts";

function start(stored?: ConversationWithMessages) {
  const service = manualService();
  const { library, conversations } = memoryLibrary(...(stored ? [stored] : []));
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
    stored,
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
    stored: () => conversations.get(session.id)?.messages,
    storedTexts: () => conversations.get(session.id)?.messages.map(({ text }) => text),
    conversations,
  };
}

const earlier: ConversationWithMessages = {
  id: "c",
  title: "One",
  createdAt: 1,
  updatedAt: 1,
  settings: DEFAULT_SETTINGS,
  messages: [
    userMessage("1", "One"),
    replyMessage("2", "One!"),
    userMessage("3", "Two"),
    replyMessage("4", "Two!"),
  ],
};

describe("send", () => {
  it("shows the message at once and the reply as it arrives, and stores both under a title", async () => {
    const { session, service, send, announcements, storedTexts, conversations } = start();
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
    expect(storedTexts()).toEqual(["Hello", "Hi"]);
    expect(conversations.get(session.id)?.title).toBe("Hello");
  });

  it("gives the model the whole conversation and its settings", async () => {
    const { session, service, send } = start(earlier);
    const settings = { ...DEFAULT_SETTINGS, systemPrompt: "Be brief." };
    session.changeSettings(settings);
    const sent = send("Three");
    service.answer("Three!");
    await sent;
    const [input] = service.requests;
    expect(input?.settings).toEqual(settings);
    expect(input?.messages.map(({ text }) => text)).toEqual(["One", "One!", "Two", "Two!", "Three"]);
  });

  it("sends an image without text, but neither a blank draft nor a second message during a reply", async () => {
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

describe("an incomplete reply", () => {
  it("keeps its text when it is stopped", async () => {
    const { session, service, send } = start();
    const sent = send("Hello");
    service.feed({ type: "text", text: "Once upon" });
    await vi.waitFor(() => expect(session.reply.value?.text).toBe("Once upon"));
    session.stop();
    await sent;
    expect(session.messages.value[1]).toMatchObject({ text: "Once upon", outcome: { type: "stopped" } });
  });

  it("says why it failed, and is replaced at once by a new try", async () => {
    const { session, service, send, notices, texts, storedTexts } = start();
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
    expect(storedTexts()).toEqual(["Hello", "Hi"]);
    expect(notices.at(-1)).toBeNull();
  });

  it("is stored as interrupted when the page is hidden, and as complete when it goes on", async () => {
    const { session, service, send, stored } = start();
    const sent = send("Hello");
    service.feed({ type: "text", text: "Once" });
    await vi.waitFor(() => expect(session.reply.value?.text).toBe("Once"));
    session.saveUnfinishedReply();
    expect(stored()?.[1]).toMatchObject({ text: "Once", outcome: { type: "interrupted" } });
    service.feed({ type: "finish", reason: "complete" });
    service.end();
    await sent;
    expect(stored()?.[1]).toMatchObject({ text: "Once", outcome: { type: "complete" } });
  });
});

describe("regenerate", () => {
  it("removes what followed once the new reply begins, and restores it on undo", async () => {
    const { session, service, notices, texts, storedTexts } = start(earlier);
    const requested = session.regenerate("2");
    expect(texts()).toEqual(["One"]);
    expect(storedTexts()).toHaveLength(4);
    service.answer("Other");
    await requested;
    expect(texts()).toEqual(["One", "Other"]);
    expect(storedTexts()).toEqual(["One", "Other"]);

    expect(notices.at(-1)?.text).toBe("3 messages were replaced.");
    await notices.at(-1)?.undo?.();
    expect(texts()).toEqual(["One", "One!", "Two", "Two!"]);
    expect(storedTexts()).toEqual(["One", "One!", "Two", "Two!"]);
  });

  it("leaves everything as it was if no new reply begins, and says why", async () => {
    const { session, service, notices, texts, storedTexts } = start(earlier);
    const failing = session.regenerate("4");
    service.fail("The engine failed.");
    await failing;
    expect(texts()).toHaveLength(4);
    expect(storedTexts()).toHaveLength(4);
    expect(notices.at(-1)?.text).toBe("The engine failed. Nothing was replaced.");

    const stopped = session.regenerate("4");
    session.stop();
    await stopped;
    expect(texts()).toHaveLength(4);
  });
});

describe("resend", () => {
  it("replaces the original message and what followed it", async () => {
    const { session, service, texts, storedTexts } = start(earlier);
    session.edit.value = { id: "3", text: " Zwei " };
    const sent = session.resend();
    service.answer("Zwei!");
    await sent;
    expect(texts()).toEqual(["One", "One!", "Zwei", "Zwei!"]);
    expect(storedTexts()).toEqual(["One", "One!", "Zwei", "Zwei!"]);
    expect(session.edit.value).toBeNull();
  });

  it("keeps the new text in the editor if no reply begins", async () => {
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
  it("reads the messages when they change, not at each character of the draft", () => {
    let reads = 0;
    const counted = earlier.messages.map((message) =>
      message.role === "user"
        ? Object.defineProperty({ ...message }, "images", { get: () => (reads++, []) })
        : message,
    );
    const { session } = start({ ...earlier, messages: counted });
    const typed = ["T", "Th", "Thr", "Thre", "Three"].map((text) => {
      session.draft.value = { text, images: [] };
      return session.hasImages.value;
    });
    expect(typed).toEqual([false, false, false, false, false]);
    expect(reads).toBe(2);
  });
});
