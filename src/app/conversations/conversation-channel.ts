/** Tells the other tabs which conversations have changed. */
import * as z from "zod/mini";
import { scopedName } from "../../scope/scoped-name.ts";

export interface ConversationChannel {
  /** Tell the other tabs that conversations with these ids have changed. */
  announce(ids: readonly string[]): void;
  /** Have `listener` called with the ids that another tab has announced. */
  observe(listener: (ids: readonly string[]) => void): void;
}

const idsSchema = z.array(z.string());

export function createConversationChannel(
  name = scopedName("insitu-app-conversations"),
): ConversationChannel {
  const channel = new BroadcastChannel(name);
  return {
    announce: (ids) => channel.postMessage(ids),
    observe(listener) {
      channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        const read = idsSchema.safeParse(data);
        if (read.success) listener(read.data);
      });
    },
  };
}
