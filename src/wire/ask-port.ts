/** One question and its answer over a MessagePort of their own. */
import type * as z from "zod/mini";

/**
 * Send a message with a new port and wait for the answer on it.
 *
 * @param send posts the message, with the port as its transfer
 * @throws as `nextMessage` does; what `send` throws
 */
export async function ask<Answer>(
  send: (port: MessagePort) => void,
  schema: z.ZodMiniType<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  const { port1, port2 } = new MessageChannel();
  try {
    send(port2);
    return await nextMessage(port1, schema, signal);
  } finally {
    port1.close();
  }
}

/**
 * Wait for the next message on a port.
 *
 * @throws the reason of `signal` when it aborts first: the death of a peer fires no event
 * @throws {z.core.$ZodError} when the message does not match the schema: the peer is of another version
 */
export function nextMessage<Message>(
  port: MessagePort,
  schema: z.ZodMiniType<Message>,
  signal: AbortSignal,
): Promise<Message> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      port.onmessage = null;
      signal.removeEventListener("abort", abort);
      const { success, data: message, error } = schema.safeParse(data);
      if (success) resolve(message);
      else reject(error);
    };
  });
}
