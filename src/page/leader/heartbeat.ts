import { Emitter } from "../../util/emitter.ts";
import { aliveSchema, type ControlMessage } from "../../wire/control-messages.ts";
import { pingPeer } from "../../wire/liveness.ts";
import { WIRE_VERSION as v } from "../../wire/version.ts";
import { type HostConnection, SILENT } from "../host-connection.ts";

/**
 * Pings a host until `end` is aborted, and aborts it with the reason `SILENT` after 15 to 20 s without an answer: the host's worker hangs, or
 * its page is frozen.
 *
 * @param port a control port whose messages arrive
 */
export function keepHeartbeat(
  port: Pick<MessagePort, "postMessage" | "addEventListener">,
  end: AbortController,
): Pick<HostConnection, "isAlive"> {
  const { signal: ended } = end;
  const answers = new Emitter<boolean>();
  const ping = () => port.postMessage({ v, type: "ping" } satisfies ControlMessage);
  const heard = pingPeer(ping, ended, () => end.abort(SILENT));
  const listen = (event: Event) => {
    if (!(event instanceof MessageEvent) || !aliveSchema.safeParse(event.data).success) return;
    heard();
    answers.emit(true);
  };
  port.addEventListener("message", listen, { signal: ended });
  ended.addEventListener("abort", () => answers.emit(false));

  return {
    isAlive: () =>
      new Promise((resolve) => {
        if (ended.aborted) return resolve(false);
        const stop = answers.observe((isAlive) => {
          stop();
          resolve(isAlive);
        });
        ping();
      }),
  };
}
