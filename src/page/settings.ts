// The public settings: every one has a value.
import { defaultModel, embeddedModels } from "../config/config.ts";
import { store } from "./page-store.ts";

/** Choices of the person at this browser, which hold for all apps of the origin. */
export interface Settings {
  /** Id of the model that is used where none is named. */
  readonly defaultModel: string;
  /** `auto` takes the best engine that runs here. */
  readonly engine: "auto" | "web-llm";
}

export interface SettingsApi {
  /** A default model that is no longer available is replaced by the deployment's. */
  get(): Promise<Settings>;
  /**
   * Change some settings; resolves with all of them.
   *
   * @throws {RangeError} naming the setting whose value is invalid; nothing is changed then
   */
  set(change: Partial<Settings>): Promise<Settings>;
}

async function get(): Promise<Settings> {
  const opened = await store();
  const chosen = await opened.readSettings();
  const wanted = chosen.defaultModel ?? defaultModel;
  const isAvailable =
    embeddedModels.includes(wanted) || (await opened.modelRow(wanted))?.status === "installed";
  return { engine: chosen.engine ?? "auto", defaultModel: isAvailable ? wanted : defaultModel };
}

export const settings: SettingsApi = {
  get,
  async set(change) {
    await (await store()).writeSettings(change);
    return get();
  },
};
