/** The catalogue, as a page uses it. The work is done by the engine's host, which outlives the page. */
import { estimateStorage } from "../models/estimate-storage.ts";
import type { CatalogueEntry, InstallProgress } from "../contract/catalogue.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import type { EngineHost } from "./engine-host.ts";
import { withInstalls } from "./with-installs.ts";

export interface InstallOptions {
  /** Aborting it pauses the install: what was downloaded stays. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: InstallProgress) => void;
}

/** Sizes in bytes. */
export interface StorageReport {
  /** Of everything that the origin keeps, of which models are a part. */
  readonly usageBytes: number;
  /** What the browser lets the origin keep in all. */
  readonly quotaBytes: number;
  /** Whether the browser keeps it until a person deletes it, also when the disk gets full. */
  readonly persisted: boolean;
  /** Models of which something is here. */
  readonly models: readonly { readonly id: string; readonly bytes: number }[];
}

export interface Models {
  list(): Promise<readonly CatalogueEntry[]>;
  /**
   * Resolves when the model is installed. Joins an install under way, also one of another tab. It goes on
   * when this page closes.
   *
   * @throws {InsituError} `model-failed` with the reason, `paused` when another tab pauses it
   * @throws the signal's reason, when that is what paused it
   */
  install(id: string, options?: InstallOptions): Promise<void>;
  /** `install` goes on from there later. Does nothing where no install is under way. */
  pause(id: string): Promise<void>;
  /**
   * Unload the model and delete its files, also those of an install that is not complete.
   *
   * @throws {InsituError} `model-failed` on an unknown model
   */
  remove(id: string): Promise<void>;
  /** Called with the whole list now and whenever anything changes, in every tab; returns what ends it. */
  observe(listener: (entries: readonly CatalogueEntry[]) => void): () => void;
  storage(): Promise<StorageReport>;
  /** Ask the browser to keep what the origin stores. @returns whether it does */
  requestPersistence(): Promise<boolean>;
}

type Listener = (entries: readonly CatalogueEntry[]) => void;

/** WebKitGTK has no `navigator.storage`. */
async function isPersisted(): Promise<boolean> {
  return (await navigator.storage?.persisted()) ?? false;
}

/** What the page's `models` are made on: the host, and its reports as they come. */
export class ModelsClient implements Models {
  readonly #host: EngineHost;
  readonly #listeners = new Set<Listener>();
  readonly #progressListeners = new Set<(installs: EngineHostStatus["installs"]) => void>();
  /** The list without the progress of installs, and the host's revision that it is of. */
  #known: { readonly revision: string; readonly entries: Promise<readonly CatalogueEntry[]> } | undefined;

  constructor(host: EngineHost) {
    this.#host = host;
  }

  /** The host has reported. */
  readonly report = (status: EngineHostStatus): void => {
    for (const listener of this.#progressListeners) listener(status.installs);
    if (this.#listeners.size === 0) return;
    // Where the host has gone, whoever asks it for something hears of that.
    this.#tell(status).catch(() => {});
  };

  async #tell(status: EngineHostStatus): Promise<void> {
    const entries = await this.#entries(status);
    for (const listener of this.#listeners) listener(entries);
  }

  readonly list = async (): Promise<readonly CatalogueEntry[]> => {
    return this.#entries(await this.#host.status());
  };

  readonly install = async (id: string, { signal, onProgress }: InstallOptions = {}): Promise<void> => {
    signal?.throwIfAborted();
    // No answer is waited for: a browser may ask the person, and the download needs none.
    void this.requestPersistence().catch(() => {});
    const listener = (installs: EngineHostStatus["installs"]) => {
      const state = installs.find((install) => install.id === id)?.state;
      if (state?.type === "installing") onProgress?.(state);
    };
    const abort = () => void this.pause(id).catch(() => {});
    this.#progressListeners.add(listener);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      await this.#host.command({ v, type: "install", model: id });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      this.#progressListeners.delete(listener);
      signal?.removeEventListener("abort", abort);
    }
  };

  readonly pause = async (id: string): Promise<void> => {
    await this.#host.command({ v, type: "pause", model: id });
  };

  /** Before everything is deleted: an install under way would write more. */
  readonly pauseAll = async (): Promise<void> => {
    const { installs } = await this.#host.status();
    const running = installs.filter(({ state }) => state.type === "installing");
    await Promise.all(running.map(({ id }) => this.pause(id)));
  };

  readonly remove = async (id: string): Promise<void> => {
    await this.#host.command({ v, type: "remove", model: id });
  };

  readonly observe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    void this.list().then(
      (entries) => this.#listeners.has(listener) && listener(entries),
      () => {},
    );
    return () => this.#listeners.delete(listener);
  };

  readonly storage = async (): Promise<StorageReport> => {
    const [{ usage = 0, quota = 0 }, persisted, entries] = await Promise.all([
      estimateStorage(navigator.storage),
      isPersisted(),
      this.list(),
    ]);
    const models = entries.map(({ id, state }) => ({ id, bytes: bytesHere(state) }));
    return {
      usageBytes: usage,
      quotaBytes: quota,
      persisted,
      models: models.filter(({ bytes }) => bytes > 0),
    };
  };

  readonly requestPersistence = async (): Promise<boolean> => {
    return (await isPersisted()) || ((await navigator.storage?.persist()) ?? false);
  };

  async #entries({
    instance,
    catalogueRevision,
    installs,
  }: EngineHostStatus): Promise<readonly CatalogueEntry[]> {
    const revision = `${instance} ${catalogueRevision}`;
    if (this.#known?.revision !== revision) this.#known = { revision, entries: this.#fetch() };
    return withInstalls(await this.#known.entries, installs);
  }

  async #fetch(): Promise<readonly CatalogueEntry[]> {
    try {
      const reply = await this.#host.command({ v, type: "list-models" });
      return reply.type === "models" ? reply.entries : [];
    } catch (error) {
      this.#known = undefined;
      throw error;
    }
  }
}

function bytesHere(state: CatalogueEntry["state"]): number {
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
