/** The worker that runs the engine, as this page sees it. */
import type * as z from "zod/mini";
import { ask } from "../wire/ask-port.ts";
import {
  type CommandReply,
  commandReplySchema,
  type ControlMessage,
  loadReplySchema,
} from "../wire/control-messages.ts";
import { ALIVE_INTERVAL_MS } from "../wire/alive-interval.ts";
import type { ReplyMessage } from "../wire/request-messages.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import type { HostConnection } from "./host-connection.ts";
import { InsituError } from "./insitu-error.ts";

export interface EngineHost {
  /** Stop using these instances of the host, oldest first: the service worker has found that they hang. */
  avoid(hung: readonly string[]): void;
  /** Hand a request port over to the host. Never rejects: failures are reported on the port. */
  serve(port: MessagePort): Promise<void>;
  status(): Promise<EngineHostStatus>;
  /**
   * Make `model` ready; resolves when it is.
   *
   * @throws {InsituError} `host-failed`, with what failed
   */
  load(model: string): Promise<void>;
  /** Send a message that has no answer. It is lost where there is no host. */
  send(message: ControlMessage): void;
  /**
   * Carry out a command about models.
   *
   * @throws {InsituError} `paused` or `model-failed`
   */
  command(message: ControlMessage): Promise<Exclude<CommandReply, { type: "refused" }>>;
}

/**
 * Starts the host at the first use and again after a crash, and passes ports and commands on to it.
 *
 * @param start starts a host that takes the place of the hung instance `replaced`, if any
 */
export function createEngineHost(start: (replaced?: string) => Promise<HostConnection>): EngineHost {
  let started: Promise<HostConnection> | undefined;
  let hung: readonly string[] = [];

  async function connection(): Promise<HostConnection> {
    const connected = await (started ??= begin());
    if (hung.includes(connected.status.instance)) connected.retire();
    return (await connected.isAlive()) ? connected : connection();
  }

  function begin(): Promise<HostConnection> {
    const starting = start(hung.at(-1));
    const forget = () => {
      if (started === starting) started = undefined;
    };
    const forgetWith = ({ ended }: HostConnection) => {
      if (ended.aborted) forget();
      else ended.addEventListener("abort", forget);
    };
    starting.then(forgetWith, forget);
    return starting;
  }

  async function askHost<Reply>(message: ControlMessage, schema: z.ZodMiniType<Reply>): Promise<Reply> {
    const { send, ended } = await connection();
    return ask((port) => send(message, [port]), schema, ended).catch(() => {
      throw new InsituError("host-failed", "The worker that runs the model ended. Try again.");
    });
  }

  return {
    avoid(instances) {
      // A service worker that was restarted knows of none.
      if (instances.length > 0) hung = instances;
    },

    async serve(port) {
      const tell = (message: ReplyMessage) => port.postMessage(message);
      const reaching = () => tell({ v, type: "reaching" });
      reaching();
      // The service worker takes a silent port for hung, and the page of a host may be frozen for some seconds.
      const signs = setInterval(reaching, ALIVE_INTERVAL_MS);
      try {
        const { status, send } = await connection();
        tell({ v, type: "passed", instance: status.instance });
        send({ v, type: "serve" }, [port]);
      } catch {
        tell({ v, type: "unreachable" });
        port.close();
      } finally {
        clearInterval(signs);
      }
    },

    status: async () => (await connection()).status,

    async load(model) {
      const reply = await askHost({ v, type: "load", model }, loadReplySchema);
      if (reply.type === "load-failed") throw new InsituError("host-failed", reply.message);
    },

    send(message) {
      connection().then(
        ({ send }) => send(message),
        () => {},
      );
    },

    async command(message) {
      const reply = await askHost(message, commandReplySchema);
      if (reply.type !== "refused") return reply;
      throw new InsituError(reply.reason === "paused" ? "paused" : "model-failed", reply.message);
    },
  };
}
