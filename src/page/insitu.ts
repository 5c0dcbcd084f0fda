// The public interface of `connect()`.
import type { Accounts, Limits } from "./accounts.ts";
import type { Models } from "./models.ts";
import type { StatusListener } from "./observe-status.ts";
import type { SelfTestResult } from "./self-test.ts";
import type { SettingsApi } from "./settings.ts";
import type { ModelProgress, Status } from "./status.ts";
import type { UpdateListener } from "./update.ts";

export interface ConnectOptions {
  /** Called at every step of a model load, also of one that another tab asked for. */
  readonly onProgress?: (progress: ModelProgress) => void;
  /**
   * Called when a new version of the service is installed. The page keeps the old one until it calls `apply()`.
   *
   * @example
   * ```ts
   * import { connect } from "/insitu.js";
   *
   * await connect({
   *   async onUpdate(update) {
   *     if (confirm("A new version is available. Reload now?")) await update.apply();
   *   },
   * });
   * ```
   */
  readonly onUpdate?: UpdateListener;
}

/** The service, as a page of its scope uses it. */
export interface Insitu extends Accounts {
  /** Absolute, for an SDK: `new OpenAI({ baseURL, apiKey, fetch })`. */
  readonly baseURL: string;
  /**
   * `fetch` for requests to `baseURL`, and to nothing else. It sends nothing unless our service worker controls the
   * page: without it a request would go to the network.
   *
   * @throws {InsituError} `outside-scope` for another address, `uncontrolled` without the service worker
   */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Install, verify and load a model (the default one of the settings) ahead of the first request.
   *
   * @throws {InsituError} `host-failed`, with the cause
   */
  load(model?: string): Promise<void>;
  /** @throws {InsituError} `uncontrolled` or `host-failed` if a worker does not answer */
  status(): Promise<Status>;
  /**
   * Call `listener` with the status now and after every change, while the page is visible, until the returned function
   * is called.
   */
  observeStatus(listener: StatusListener): () => void;
  /**
   * Ask the default model a question while the service worker refuses every request to the network, from all pages of
   * the scope. The refusal ends with the test, or with this page.
   *
   * @throws {InsituError} `not-installed` if the model would have to be downloaded first, `self-test-failed` if the test
   *   could not be completed
   */
  selfTest(): Promise<SelfTestResult>;
  /** The catalogue: models that can be installed, their states and their storage. */
  readonly models: Models;
  readonly settings: SettingsApi;
  /** The deployment's limits, for keys of workspaces whose `limits` are null. */
  readonly defaultLimits: Limits;
  /**
   * Delete keys, workspaces, usage, installed models and the offline copy of the app, and unregister the
   * service worker. The service does not work in this page afterwards: reload it.
   */
  deleteAllData(): Promise<void>;
}
