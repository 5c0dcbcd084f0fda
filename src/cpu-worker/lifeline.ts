import { scopedName } from "../scope/scoped-name.ts";
import { lifelineMessageSchema, type LifeSign } from "../wire/cpu-worker-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { holdLock, type Locks } from "../wire/watch-lock.ts";

/**
 * Greets the host and answers its pings until it wants this worker to end. A worker that was replaced while its tab was
 * frozen finds the host's `end` here when it is resumed.
 *
 * @param end ends this worker
 */
export async function keepLifeline(port: MessagePort, locks: Locks, end: () => void): Promise<void> {
  const tell = (message: LifeSign) => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const parsed = lifelineMessageSchema.safeParse(data);
    if (!parsed.success) return;
    if (parsed.data.type === "ping") tell({ v, type: "alive" });
    else end();
  };
  tell({ v, type: "hello", lock: await holdLock(locks, scopedName("insitu-cpu-worker")) });
}
