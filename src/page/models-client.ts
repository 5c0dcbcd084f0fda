/** The catalogue as a page uses it. The engine's host does the work, and outlives the page. */
import { estimateStorage } from "../models/estimate-storage.ts";
import type { CatalogueEntry } from "../contract/catalogue.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import type { EngineHost } from "./engine-host.ts";
import type { Models } from "./models.ts";
import { withInstalls } from "./with-installs.ts";

export interface ModelsClient extends Models {
  /** To be called with each report of the host. */
  report(status: EngineHostStatus): void;
  /** Forgets the list, because the next one will differ. */
  refresh(): void;
  /** Called before everything is deleted: an install under way would write more. */
  pauseAll(): Promise<void>;
}

type Listener = (entries: readonly CatalogueEntry[]) => void;
type InstallsListener = (installs: EngineHostStatus["installs"]) => void;

/**
 * @param host carries the commands out
 * @param storage `navigator.storage`, which WebKitGTK lacks
 * @param hosts of the deployment
 */
export function createModelsClient(
  host: Pick<EngineHost, "status" | "command">,
  storage: StorageManager | undefined,
  hosts: readonly string[],
): ModelsClient {
  const listeners = new Set<Listener>();
  const installsListeners = new Set<InstallsListener>();
  /** The list without the progress of installs, and the host's revision that it belongs to. */
  let known: { readonly revision: string; readonly entries: Promise<readonly CatalogueEntry[]> } | undefined;

  async function entriesAt({
    instance,
    catalogueRevision,
    installs,
  }: EngineHostStatus): Promise<readonly CatalogueEntry[]> {
    const revision = `${instance} ${catalogueRevision}`;
    if (known?.revision !== revision) known = { revision, entries: fetchEntries() };
    return withInstalls(await known.entries, installs);
  }

  async function fetchEntries(): Promise<readonly CatalogueEntry[]> {
    try {
      const reply = await host.command({ v, type: "list-models" });
      return reply.type === "models" ? reply.entries : [];
    } catch (error) {
      known = undefined;
      throw error;
    }
  }

  async function tell(status: EngineHostStatus): Promise<void> {
    const entries = await entriesAt(status);
    for (const listener of listeners) listener(entries);
  }

  const list = async () => entriesAt(await host.status());
  const isPersisted = async () => (await storage?.persisted()) ?? false;
  const requestPersistence = async () => (await isPersisted()) || ((await storage?.persist()) ?? false);
  const pause = async (id: string) => {
    await host.command({ v, type: "pause", model: id });
  };

  const client: ModelsClient = {
    hosts,
    list,
    pause,
    requestPersistence,
    examine: async (file, options = {}) => (await import("./add-file.ts")).examineFile(file, options, host),
    add: async (file, options = {}) =>
      (await import("./add-file.ts")).addFile(file, options, { host, models: client }),

    report(status) {
      for (const listener of installsListeners) listener(status.installs);
      if (listeners.size === 0) return;
      // If the host is gone, the next call to it reports that.
      tell(status).catch(() => {});
    },

    refresh() {
      known = undefined;
    },

    async install(id, { signal, onProgress } = {}) {
      signal?.throwIfAborted();
      // Not awaited: a browser may ask the person, and the download does not depend on the answer.
      void requestPersistence().catch(() => {});
      const listener: InstallsListener = (installs) => {
        const state = installs.find((install) => install.id === id)?.state;
        if (state?.type === "installing") onProgress?.(state);
      };
      const abort = () => void pause(id).catch(() => {});
      installsListeners.add(listener);
      signal?.addEventListener("abort", abort, { once: true });
      try {
        await host.command({ v, type: "install", model: id });
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      } finally {
        installsListeners.delete(listener);
        signal?.removeEventListener("abort", abort);
      }
    },

    async pauseAll() {
      const { installs } = await host.status();
      const running = installs.filter(({ state }) => state.type === "installing");
      await Promise.all(running.map(({ id }) => pause(id)));
    },

    async remove(id) {
      await host.command({ v, type: "remove", model: id });
    },

    observe(listener) {
      listeners.add(listener);
      void list().then(
        (entries) => listeners.has(listener) && listener(entries),
        () => {},
      );
      return () => listeners.delete(listener);
    },

    async storage() {
      const [{ usage = 0, quota = 0 }, persisted, entries] = await Promise.all([
        estimateStorage(storage),
        isPersisted(),
        list(),
      ]);
      const models = entries.map(({ id, state }) => ({ id, bytes: installedBytes(state) }));
      return {
        usageBytes: usage,
        quotaBytes: quota,
        persisted,
        models: models.filter(({ bytes }) => bytes > 0),
      };
    },
  };
  return client;
}

/** Bytes of the model's files on this device. */
function installedBytes(state: CatalogueEntry["state"]): number {
  switch (state.type) {
    case "not-installed":
      return 0;
    case "installed":
      return state.bytes;
    case "installing":
    case "paused":
    case "failed":
      return state.loadedBytes;
  }
}
