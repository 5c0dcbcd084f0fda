import { expect, it, vi } from "vitest";
import { createConversationChannel } from "./conversation-channel.ts";

it("tells other tabs, but not its own, which conversations have changed", async () => {
  const [own, other] = [createConversationChannel("test-channel"), createConversationChannel("test-channel")];
  const [ownListener, otherListener] = [vi.fn(), vi.fn()];
  own.observe(ownListener);
  other.observe(otherListener);
  own.announce(["a", "b"]);
  await vi.waitFor(() => expect(otherListener).toHaveBeenCalledExactlyOnceWith(["a", "b"]));
  expect(ownListener).not.toHaveBeenCalled();
});

it("ignores messages that are not lists of ids", async () => {
  const listener = vi.fn();
  createConversationChannel("test-malformed").observe(listener);
  const sender = new BroadcastChannel("test-malformed");
  for (const message of ["a", [1], null, ["last"]]) sender.postMessage(message);
  await vi.waitFor(() => expect(listener).toHaveBeenCalledExactlyOnceWith(["last"]));
  sender.close();
});
