import { describe, expect, it, vi } from "vitest";
import type { Conversation, Turn } from "../conversations/conversation.ts";
import type { ConversationStore } from "../conversations/database.ts";
import type { ReplyEvent } from "../service/reply-event.ts";
import { createChat } from "./chat.ts";

/** A store in memory that keeps what it is given. */
function memoryStore(latest?: Conversation) {
  const conversations = new Map(latest && [[latest.id, latest]]);
  const store: ConversationStore = {
    latest: async () => [...conversations.values()].at(-1),
    put: async (conversation) => void conversations.set(conversation.id, conversation),
    delete: async (id) => void conversations.delete(id),
  };
  return { store, conversations };
}

/** A service whose reply is fed, ended and failed by the test. */
function manualService() {
  const requests: Turn[][] = [];
  let controller: ReadableStreamDefaultController<ReplyEvent> | undefined;
  async function* requestReply(turns: readonly Turn[], signal: AbortSignal) {
    requests.push([...turns]);
    const events = new ReadableStream<ReplyEvent>({ start: (opened) => void (controller = opened) });
    signal.addEventListener("abort", () => controller?.error(signal.reason));
    yield* events;
  }
  return {
    requests,
    requestReply,
    feed: (...events: ReplyEvent[]) => events.forEach((event) => controller?.enqueue(event)),
    end: () => controller?.close(),
    fail: (message: string) => controller?.error(new Error(message)),
  };
}

function start(latest?: Conversation) {
  const service = manualService();
  const { store, conversations } = memoryStore(latest);
  const chat = createChat({ requestReply: service.requestReply, store, now: () => 0 });
  const kept = () => [...conversations.values()].at(-1)?.messages;
  return { chat, service, store, conversations, kept };
}

describe("send", () => {
  it("shows the message at once, the reply as it comes, and keeps both", async () => {
    const { chat, service, kept } = start();
    const sent = chat.send("  Hello ");
    expect(chat.messages.value).toMatchObject([{ role: "user", text: "Hello" }]);
    expect(chat.reply.value?.text).toBe("");

    service.feed({ type: "requested" }, { type: "text", text: "Hi" });
    await vi.waitFor(() => expect(chat.reply.value?.text).toBe("Hi"));
    service.feed({ type: "finish", reason: "complete" });
    service.end();
    await sent;
    expect(chat.reply.value).toBeNull();
    expect(chat.announcement.value).toBe("The reply is complete.");
    await vi.waitFor(() =>
      expect(kept()).toMatchObject([{ text: "Hello" }, { text: "Hi", outcome: { type: "complete" } }]),
    );
  });

  it("gives the model the whole conversation", async () => {
    const { chat, service } = start();
    for (const text of ["One", "Two"]) {
      const sent = chat.send(text);
      service.feed({ type: "text", text: `${text}!` }, { type: "finish", reason: "complete" });
      service.end();
      await sent;
    }
    expect(service.requests[1]?.map(({ content }) => content)).toEqual(["One", "One!", "Two"]);
  });

  it("sends neither blank text nor a second message during a reply", async () => {
    const { chat, service } = start();
    await chat.send(" \n ");
    expect(chat.messages.value).toEqual([]);
    void chat.send("One");
    await chat.send("Two");
    expect(service.requests).toHaveLength(1);
  });
});

describe("a reply that is not whole", () => {
  it("keeps its text when it is stopped", async () => {
    const { chat, service } = start();
    const sent = chat.send("Hello");
    service.feed({ type: "text", text: "Once upon" });
    await vi.waitFor(() => expect(chat.reply.value?.text).toBe("Once upon"));
    chat.stop();
    await sent;
    expect(chat.messages.value[1]).toMatchObject({ text: "Once upon", outcome: { type: "stopped" } });
  });

  it("says why it failed and can be tried again", async () => {
    const { chat, service } = start();
    const sent = chat.send("Hello");
    service.fail("The engine failed.");
    await sent;
    expect(chat.messages.value[1]).toMatchObject({
      outcome: { type: "failed", message: "The engine failed." },
    });

    const retried = chat.retry();
    expect(chat.messages.value).toHaveLength(1);
    service.feed({ type: "text", text: "Hi" }, { type: "finish", reason: "complete" });
    service.end();
    await retried;
    expect(chat.messages.value).toMatchObject([{ text: "Hello" }, { text: "Hi" }]);
    await chat.retry();
    expect(service.requests).toHaveLength(2);
  });

  it("is not taken for a whole one when it ends without a finish", async () => {
    const { chat, service } = start();
    const sent = chat.send("Hello");
    service.feed({ type: "text", text: "Hi" });
    service.end();
    await sent;
    expect(chat.messages.value[1]).toMatchObject({ outcome: { type: "failed" } });
  });

  it("is kept as interrupted when the page goes away", async () => {
    const { chat, service, kept } = start();
    void chat.send("Hello");
    service.feed({ type: "text", text: "Once" });
    await vi.waitFor(() => expect(chat.reply.value?.text).toBe("Once"));
    chat.save();
    await vi.waitFor(() =>
      expect(kept()?.[1]).toMatchObject({ text: "Once", outcome: { type: "interrupted" } }),
    );
  });
});

describe("the conversation", () => {
  const earlier: Conversation = {
    id: "c",
    updatedAt: 1,
    messages: [{ id: "1", role: "user", text: "Hello" }],
  };

  it("comes back after a reload and goes on under the same id", async () => {
    const { chat, service, conversations } = start(earlier);
    await chat.restore();
    expect(chat.messages.value).toEqual(earlier.messages);
    const sent = chat.send("Again");
    service.end();
    await sent;
    expect([...conversations.keys()]).toEqual(["c"]);
  });

  it("is forgotten by a new chat, which stops its reply first", async () => {
    const { chat, conversations } = start(earlier);
    await chat.restore();
    const sent = chat.send("Again");
    await chat.startNew();
    await sent;
    expect(chat.messages.value).toEqual([]);
    expect(chat.reply.value).toBeNull();
    expect(conversations.size).toBe(0);
  });

  it("goes on, and says so, where the browser keeps nothing", async () => {
    const { chat, service, store } = start();
    store.put = async () => Promise.reject(new Error("no storage"));
    const sent = chat.send("Hello");
    service.feed({ type: "text", text: "Hi" }, { type: "finish", reason: "complete" });
    service.end();
    await sent;
    expect(chat.messages.value).toHaveLength(2);
    expect(chat.kept.value).toBe(false);
  });
});
