import cpuWorkerUrl from "../cpu-worker/main.ts?worker&url";
import engineWorkerUrl from "../engine-worker/main.ts?worker&url";
import { defaultLimits, modelHosts } from "../config/config.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { workerMessageSchema } from "../wire/page-messages.ts";
import { admitWorkers } from "../util/admit-workers.ts";
import { createEngineHost, type EngineHost } from "./engine-host.ts";
import { startHost } from "./start-host.ts";
import type { ConnectOptions, Insitu } from "./insitu.ts";
import { baseURL, scope, workerUrl } from "./location.ts";
import { createModelsClient, type ModelsClient } from "./models-client.ts";
import { createStatusObserver, type StatusObserver } from "./observe-status.ts";
import { takePageControl } from "./page-control.ts";
import { guardedFetch } from "./page-fetch.ts";
import { accounts } from "./page-store.ts";
import { updates } from "./page-updates.ts";
import { createSettings, type SettingsApi } from "./settings.ts";
import { readStatus } from "./status.ts";
import { askWorkerStatus } from "./worker-status.ts";

/** One of each for the page, however often `connect()` is called. */
interface PageServices {
  readonly host: EngineHost;
  readonly models: ModelsClient;
  readonly observer: StatusObserver;
  readonly settings: SettingsApi;
}

let services: PageServices | undefined;
const progressListeners = new Set<NonNullable<ConnectOptions["onProgress"]>>();

/**
 * Register the service worker, wait until it controls this page (with one guarded reload if nothing else helps), and
 * return the service. Calling it again is cheap.
 *
 * @throws {InsituError} `unsupported`, `outside-scope`, `foreign-worker`, `install-failed` or `uncontrolled`
 * @example
 * ```ts
 * import { connect } from "/insitu.js";
 * import OpenAI from "/openai.js";
 *
 * const insitu = await connect();
 * const { key } = await insitu.createKey({ name: "My app" });
 * const openai = new OpenAI({
 *   baseURL: insitu.baseURL,
 *   apiKey: key,
 *   fetch: insitu.fetch,
 *   dangerouslyAllowBrowser: true,
 * });
 * const { defaultModel } = await insitu.settings.get();
 * const completion = await openai.chat.completions.create({
 *   model: defaultModel,
 *   messages: [{ role: "user", content: "What is the capital of France?" }],
 * });
 * console.log(completion.choices[0].message.content);
 * ```
 */
export async function connect(options: ConnectOptions = {}): Promise<Insitu> {
  const { onProgress, onUpdate } = options;
  const workers = [engineWorkerUrl, cpuWorkerUrl].map((url) => new URL(url, scope));
  admitWorkers([workerUrl, ...workers], () => document.baseURI);
  const controller = await takePageControl();
  if (onProgress !== undefined) progressListeners.add(onProgress);
  services ??= openServices();
  const { host, models, observer, settings } = services;
  host.avoid((await askWorkerStatus(controller)).hung);
  if (onUpdate !== undefined) updates.listen(onUpdate);
  return {
    baseURL,
    fetch: guardedFetch,
    ...accounts,
    deleteAllData: async () => {
      const [{ deleteAllData }] = await Promise.all([import("./delete-all-data.ts"), models.pauseAll()]);
      await deleteAllData();
    },
    load: async (model) => host.load(model ?? (await settings.get()).defaultModel),
    status: () => readStatus(host),
    observeStatus: observer.observe,
    selfTest: async () => {
      const { pageSelfTest } = await import("./page-self-test.ts");
      return pageSelfTest((await settings.get()).defaultModel, models);
    },
    models,
    settings,
    defaultLimits,
  };
}

/** Also passes request ports that the service worker sends on to the engine's host. */
function openServices(): PageServices {
  const report = (status: EngineHostStatus) => {
    if (status.model !== null) for (const listener of progressListeners) listener(status.model);
    models.report(status);
    observer.refresh();
  };
  const host = createEngineHost((replaced) => startHost(report, replaced));
  const models = createModelsClient(host, navigator.storage, modelHosts);
  const observer = createStatusObserver(() => readStatus(host));
  const settings = createSettings(() => {
    models.refresh();
    host.send({ v, type: "settings-changed" });
  });
  navigator.serviceWorker.addEventListener("message", ({ data, ports: [port] }: MessageEvent<unknown>) => {
    const parsed = workerMessageSchema.safeParse(data);
    if (port === undefined || !parsed.success) return;
    host.avoid(parsed.data.hung);
    void host.serve(port);
  });
  navigator.serviceWorker.startMessages();
  return { host, models, observer, settings };
}
