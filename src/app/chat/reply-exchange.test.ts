import { signal } from "@preact/signals";
import { expect, it, vi } from "vitest";
import { DEFAULT_SETTINGS, type StoredMessage } from "../conversations/conversation.ts";
import { createReplyExchange } from "./reply-exchange.ts";
import { manualService } from "./testing/manual-service.ts";
import { replyMessage, userMessage } from "./testing/messages.ts";

const [question, answer, emptyReply] = [
  userMessage("1", "One"),
  replyMessage("2", "One!"),
  replyMessage("3", ""),
];

function start(...stored: StoredMessage[]) {
  const service = manualService();
  const messages = signal<readonly StoredMessage[]>(stored);
  const writer = { write: vi.fn(async () => {}), writeSettings: vi.fn() };
  const exchange = createReplyExchange({
    messages,
    settings: signal(DEFAULT_SETTINGS),
    writer,
    requestReply: service.requestReply,
    now: () => 0,
    announce: () => {},
    notify: () => {},
  });
  return { service, messages, writer, exchange };
}

it("removes replaced messages from storage with the first text of the reply, not before", async () => {
  const { service, writer, exchange } = start(question, answer);
  const run = exchange.run({ history: [question], added: [], replaced: [answer] });
  service.feed({ type: "requested" });
  await vi.waitFor(() => expect(exchange.reply.value?.requestedAt).toBe(0));
  expect(writer.write).not.toHaveBeenCalled();

  service.feed({ type: "text", text: "Other" });
  await vi.waitFor(() => expect(writer.write).toHaveBeenCalledExactlyOnceWith([], ["2"]));
  service.feed({ type: "finish", reason: "complete" });
  service.end();
  expect(await run).toBe(true);
  expect(writer.write).toHaveBeenLastCalledWith([expect.objectContaining({ text: "Other" })]);
});

it("replaces an empty reply at once: there is nothing to restore", async () => {
  const { service, writer, messages, exchange } = start(question, emptyReply);
  const run = exchange.run({ history: [question], added: [], replaced: [emptyReply] });
  expect(writer.write).toHaveBeenCalledExactlyOnceWith([], ["3"]);
  service.fail("The engine failed.");
  expect(await run).toBe(true);
  expect(messages.value.at(-1)).toMatchObject({ outcome: { type: "failed" } });
});

it("stores an unfinished reply only once it has begun", async () => {
  const { service, writer, exchange } = start(question, answer);
  const run = exchange.run({ history: [question], added: [], replaced: [answer] });
  exchange.saveUnfinished();
  expect(writer.write).not.toHaveBeenCalled();
  service.feed({ type: "text", text: "Oth" });
  await vi.waitFor(() => expect(exchange.reply.value?.text).toBe("Oth"));
  exchange.saveUnfinished();
  expect(writer.write).toHaveBeenLastCalledWith([
    expect.objectContaining({ text: "Oth", outcome: { type: "interrupted" } }),
  ]);
  exchange.stop();
  await run;
});
