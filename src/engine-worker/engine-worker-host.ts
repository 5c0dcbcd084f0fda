/** Serves pages and the service worker: requests, commands about models, and reports of the status. */
import { EngineError } from "../contract/engine-error.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import type { InstallerChange } from "../models/installer.ts";
import { type ControlMessage, controlMessageSchema, type LoadReply } from "../wire/control-messages.ts";
import { serveRequestPort } from "../wire/serve-requests.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import type { Locks } from "../wire/watch-lock.ts";
import type { EngineInUse } from "./engine-chooser.ts";
import { runModelCommand } from "./model-commands.ts";
import type { ModelService } from "./model-service.ts";
import type { MonitoredEngine } from "./monitored-engine.ts";
import type { PagePort, PagePorts } from "./page-ports.ts";
import type { Peers } from "./peers.ts";
import { withEngineDownload } from "./with-engine-download.ts";

export interface EngineWorkerHostDependencies {
  /** Random: tells this worker from others. */
  readonly instance: string;
  readonly kind: EngineHostStatus["kind"];
  readonly locks: Locks;
  readonly pages: PagePorts;
  /** The name of the Web Lock that this worker holds while it lives, once it is held. */
  readonly lock: Promise<string>;
  readonly adapter: Promise<EngineHostStatus["adapter"]>;
  readonly engineInUse: () => Promise<EngineInUse>;
  readonly engine: MonitoredEngine;
  readonly peers: Peers;
  readonly models: ModelService;
  /** Ends this worker. */
  readonly close: () => void;
}

/** Receives the messages of the control ports. */
export interface EngineWorkerHost {
  /** @param port the port that came with the message, if any */
  receive(page: PagePort, data: unknown, port?: MessagePort): void;
}

export function createEngineWorkerHost(dependencies: EngineWorkerHostDependencies): EngineWorkerHost {
  const { instance, kind, locks, pages, lock, adapter, engineInUse, engine, peers, models, close } =
    dependencies;
  let catalogueRevision = 0;

  async function status(): Promise<EngineHostStatus> {
    const { identity, problem } = await engineInUse();
    return {
      instance,
      lock: await lock,
      kind,
      engine: identity,
      ...(problem !== undefined && { engineProblem: problem }),
      adapter: await adapter,
      model: engine.model(),
      installs: withEngineDownload(peers.installs(), engine.model()),
      catalogueRevision,
    };
  }

  async function report(): Promise<void> {
    pages.send({ v, type: "status", status: await status() });
  }

  function reportChange(isInCatalogue: boolean): void {
    if (isInCatalogue) catalogueRevision += 1;
    void report();
  }

  function announce(change: InstallerChange): void {
    peers.announce(models.installer.states(), change);
    reportChange(change === "catalogue");
  }

  // A request that installs an embedded model changes the catalogue too.
  engine.observe((change) => reportChange(change === "state"));
  models.observe(announce);
  peers.observe((event) => {
    switch (event.type) {
      case "pause":
        return void models.installer.pause(event.model);
      case "unload":
        return void engine.unload(event.model);
      case "changed":
        return reportChange(event.change === "catalogue");
    }
  });

  async function load(id: string): Promise<LoadReply> {
    try {
      await engine.load(id);
      return { v, type: "loaded" };
    } catch (error) {
      console.error(error);
      // Any other error's text is written for developers, not for the page.
      const message = error instanceof EngineError ? error.message : "The engine failed to load the model.";
      return { v, type: "load-failed", message };
    }
  }

  async function answer(
    message: Exclude<ControlMessage, { type: "status" | "settings-changed" | "page" | "ping" | "retire" }>,
    port: MessagePort,
  ): Promise<void> {
    switch (message.type) {
      case "serve":
        return serveRequestPort(port, { engine, locks, instance, lock: await lock, status });
      case "load":
        return port.postMessage(await load(message.model));
      default: {
        const reply = await runModelCommand(message, models, peers);
        // A page lists the states of its last report, so it gets one with the change before the command is done.
        if (message.type !== "list-models") await report();
        return port.postMessage(reply);
      }
    }
  }

  return {
    receive(page, data, port) {
      const parsed = controlMessageSchema.safeParse(data);
      if (!parsed.success) return;
      const message = parsed.data;
      if (message.type === "status") {
        pages.add(page, message.lock);
        void report();
      } else if (message.type === "settings-changed") announce("catalogue");
      else if (message.type === "page") pages.describe(page, message.state);
      else if (message.type === "ping") page.postMessage({ v, type: "alive" });
      else if (message.type === "retire") close();
      else if (port !== undefined) void answer(message, port);
    },
  };
}
