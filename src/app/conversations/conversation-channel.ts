/** Which conversations changed, told from tab to tab. */
import * as z from "zod/mini";
import { scopedName } from "../../scope/scoped-name.ts";

export interface ConversationChannel {
  /** Tell the other tabs. */
  announce(ids: readonly string[]): void;
  /** Called with what the other tabs changed. */
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
