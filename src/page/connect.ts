import engineWorkerUrl from "../engine-worker/main.ts?worker&url";
import { defaultLimits } from "../config/config.ts";
import type { Limits } from "../store/rows.ts";
import { workerMessageSchema } from "../wire/page-messages.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import type { ModelProgress } from "../contract/model-progress.ts";
import { type Accounts, accounts } from "./accounts.ts";
import { takeControl } from "./control.ts";
import { deleteAllData } from "./delete-all-data.ts";
import { createEngineHost, type EngineHost } from "./engine-host.ts";
import { startHost } from "./host-connection.ts";
import { baseURL, scope, workerUrl } from "./location.ts";
import type { Models } from "./models.ts";
import { createModelsClient, type ModelsClient } from "./models-client.ts";
import { createStatusObserver, type StatusListener, type StatusObserver } from "./observe-status.ts";
import { guardedFetch } from "./page-fetch.ts";
import { updates } from "./page-updates.ts";
import type { SelfTestResult } from "./self-test.ts";
import { settings, type SettingsApi } from "./settings.ts";
import { readStatus, type Status } from "./status.ts";
import { admitWorkers } from "./trusted-types.ts";
import type { UpdateListener } from "./update.ts";
import { askWorkerStatus } from "./worker-status.ts";

export interface ConnectOptions {
  /** Told about every step of making a model ready, also when another tab asked for it. */
  readonly onProgress?: (progress: ModelProgress) => void;
  /** Told when a new version of the service worker is installed and waits. It waits until `apply()`. */
  readonly onUpdate?: UpdateListener;
}

/** The service, as a page of its scope uses it. Workspaces, keys and usage are the store's. */
export interface Insitu extends Accounts {
  /** Absolute, for an SDK: `new OpenAI({ baseURL, apiKey, fetch })`. */
  readonly baseURL: string;
  /** Sends to `baseURL` only, and only while our service worker controls the page. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Install, verify and load a model (the default one of the settings) ahead of the first request.
   *
   * @throws {InsituError} `host-failed`, with what failed
   */
  load(model?: string): Promise<void>;
  status(): Promise<Status>;
  /** Told the status now and on every change, while the page is visible; returns what ends it. */
  observeStatus(listener: StatusListener): () => void;
  /**
   * Ask the default model a question through the ordinary service while the service worker refuses every request
   * to the network, from all pages of the scope. No longer than this page lives.
   *
   * @throws {InsituError} `not-installed` where the model would have to be fetched first, `self-test-failed` where the
   *   test could not be carried through
   */
  selfTest(): Promise<SelfTestResult>;
  /** The catalogue: what can be installed, what is, and the room that it takes. */
  readonly models: Models;
  readonly settings: SettingsApi;
  /** What each key of a workspace gets whose `limits` are null: the deployment's. */
  readonly defaultLimits: Limits;
  /**
   * Delete keys, workspaces, usage, installed models and the offline copy of the app, and unregister the
   * service worker. Nothing of the service works in this page after it: reload.
   */
  deleteAllData(): Promise<void>;
}

interface Way {
  readonly host: EngineHost;
  readonly models: ModelsClient;
  readonly observer: StatusObserver;
}

let way: Way | undefined;
const listeners = new Set<(progress: ModelProgress) => void>();

/**
 * Register the service worker, get this page controlled (with one guarded reload where nothing else
 * helps), and give what an app needs to call the service. Calling it again is cheap.
 *
 * @throws {InsituError} outside the scope, where another service worker holds it, or without support
 */
export async function connect({ onProgress, onUpdate }: ConnectOptions = {}): Promise<Insitu> {
  admitWorkers([workerUrl, new URL(engineWorkerUrl, scope)]);
  const controller = await takeControl();
  if (onProgress !== undefined) listeners.add(onProgress);
  way ??= openWay();
  way.host.avoid((await askWorkerStatus(controller)).hung);
  if (onUpdate !== undefined) updates.listen(onUpdate);
  const { host, models, observer } = way;
  return {
    baseURL,
    fetch: guardedFetch,
    ...accounts,
    deleteAllData: async () => {
      await models.pauseAll();
      await deleteAllData();
    },
    load: async (model) => host.load(model ?? (await settings.get()).defaultModel),
    status: () => readStatus(host),
    observeStatus: observer.observe,
    selfTest: async () => {
      const { selfTest } = await import("./self-test.ts");
      return selfTest((await settings.get()).defaultModel, models);
    },
    models,
    settings,
    defaultLimits,
  };
}

/** Pass request ports that the service worker sends on to the engine's host. */
function openWay(): Way {
  const report = (status: EngineHostStatus) => {
    if (status.model !== null) for (const listener of listeners) listener(status.model);
    models.report(status);
    observer.refresh();
  };
  const engineHost = createEngineHost((replaced) => startHost(report, replaced));
  const models = createModelsClient(engineHost, navigator.storage);
  const observer = createStatusObserver(() => readStatus(engineHost));
  navigator.serviceWorker.addEventListener("message", ({ data, ports: [port] }: MessageEvent<unknown>) => {
    const parsed = workerMessageSchema.safeParse(data);
    if (port === undefined || !parsed.success) return;
    engineHost.avoid(parsed.data.hung);
    void engineHost.serve(port);
  });
  navigator.serviceWorker.startMessages();
  return { host: engineHost, models, observer };
}
