import { expect, it } from "vitest";
import * as z from "zod/mini";
import { ask, nextMessage } from "./ask-port.ts";

const schema = z.object({ answer: z.number() });
const never = new AbortController().signal;

it("resolves with the answer that arrives on the port", async () => {
  await expect(ask((port) => port.postMessage({ answer: 42 }), schema, never)).resolves.toEqual({
    answer: 42,
  });
});

it("closes its end of the port once it has the answer", async () => {
  let peer: MessagePort | undefined;
  const closed = new Promise((resolve) => {
    const send = (port: MessagePort) => {
      peer = port;
      port.addEventListener("close", resolve);
      port.postMessage({ answer: 1 });
    };
    void ask(send, schema, never);
  });
  await closed;
  expect(peer).toBeDefined();
});

it("rejects an answer that does not match the schema", async () => {
  await expect(ask((port) => port.postMessage({ answer: "no" }), schema, never)).rejects.toThrow("number");
});

it("rejects with the signal's reason when the peer does not answer", async () => {
  const abort = new AbortController();
  const asked = ask(() => {}, schema, abort.signal);
  abort.abort(new Error("late"));
  await expect(asked).rejects.toThrow("late");
  await expect(ask(() => {}, schema, abort.signal)).rejects.toThrow("late");
});

it("rejects when the message cannot be sent", async () => {
  const gone = () => {
    throw new Error("gone");
  };
  await expect(ask(gone, schema, never)).rejects.toThrow("gone");
});

it("reads one message after the other from the same port", async () => {
  const { port1, port2 } = new MessageChannel();
  const first = nextMessage(port1, schema, never);
  port2.postMessage({ answer: 1 });
  await expect(first).resolves.toEqual({ answer: 1 });
  const second = nextMessage(port1, schema, never);
  port2.postMessage({ answer: 2 });
  await expect(second).resolves.toEqual({ answer: 2 });
  port1.close();
});
