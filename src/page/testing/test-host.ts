/** A host of the engine in Node: a test decides how it answers commands and when it ends. */
import type { EngineHostStatus } from "../../contract/engine-host-status.ts";
import type { CommandReply, ControlMessage, LoadReply } from "../../wire/control-messages.ts";
import type { HostConnection } from "../host-connection.ts";

export function hostStatus(changes: Partial<EngineHostStatus> = {}): EngineHostStatus {
  return {
    instance: "host-1",
    lock: "lock-1",
    kind: "shared-worker",
    engine: { name: "test", version: "1" },
    adapter: null,
    model: null,
    installs: [],
    catalogueRevision: 0,
    ...changes,
  };
}

export interface TestEngineHost extends HostConnection {
  status: EngineHostStatus;
  readonly received: ControlMessage[];
  /** Ports that came with messages. */
  readonly ports: MessagePort[];
  /** The answer to a message with a port; none if undefined. */
  answer: (message: ControlMessage) => CommandReply | LoadReply | undefined;
  /** It crashes. */
  end(): void;
}

export function createTestHost(instance = "host-1"): TestEngineHost {
  const ended = new AbortController();
  const host: TestEngineHost = {
    status: hostStatus({ instance }),
    ended: ended.signal,
    received: [],
    ports: [],
    answer: () => undefined,
    isAlive: async () => !ended.signal.aborted,
    end: () => ended.abort(),
    retire: () => ended.abort(),
    send(message, transfer = []) {
      host.received.push(message);
      const [port] = transfer;
      if (!(port instanceof MessagePort)) return;
      host.ports.push(port);
      const answer = host.answer(message);
      if (answer !== undefined) port.postMessage(answer);
    },
  };
  return host;
}
