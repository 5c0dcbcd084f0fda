import { signal } from "@preact/signals";
import { expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../conversations/conversation.ts";
import { createConversationWriter } from "./conversation-writer.ts";
import { memoryLibrary } from "./testing/memory-library.ts";
import { replyMessage, userMessage } from "./testing/messages.ts";

function start() {
  const { library, conversations } = memoryLibrary();
  const settings = signal(DEFAULT_SETTINGS);
  const writer = createConversationWriter({ library, id: "c", settings, isStored: false });
  return { library, conversations, settings, writer };
}
const changed = { ...DEFAULT_SETTINGS, systemPrompt: "Be brief." };

it("adds a new conversation with its first message, under that message's title", async () => {
  const { conversations, writer } = start();
  await writer.write([userMessage("1", "Hello there")]);
  await writer.write([replyMessage("2", "Hi")]);
  expect(conversations.get("c")).toMatchObject({
    title: "Hello there",
    messages: [{ text: "Hello there" }, { text: "Hi" }],
  });
});

it("stores the settings of a new conversation with its first message, and later changes at once", async () => {
  const { conversations, settings, writer } = start();
  settings.value = changed;
  writer.writeSettings(changed);
  expect(conversations.size).toBe(0);
  await writer.write([userMessage("1", "Hello")]);
  expect(conversations.get("c")?.settings).toEqual(changed);
  writer.writeSettings(DEFAULT_SETTINGS);
  expect(conversations.get("c")?.settings).toEqual(DEFAULT_SETTINGS);
});

it("goes on if the library cannot store anything", async () => {
  const { library, writer } = start();
  library.add = () => Promise.reject(new Error("no storage"));
  await expect(writer.write([userMessage("1", "Hello")])).resolves.toBeUndefined();
});
