/** The settings as a page sees them: every one has a value. */
import { defaultModel, embeddedModels } from "../config/config.ts";
import type { Settings } from "../store/settings.ts";
import { store } from "./accounts.ts";

export interface SettingsApi {
  /** A default model that is no longer there gives way to the deployment's. */
  get(): Promise<Settings>;
  /**
   * Change some of them; gives all of them.
   *
   * @throws {RangeError} naming the setting whose value is none; nothing is changed then
   */
  set(change: Partial<Settings>): Promise<Settings>;
}

async function get(): Promise<Settings> {
  const opened = await store();
  const chosen = await opened.readSettings();
  const wanted = chosen.defaultModel ?? defaultModel;
  const known = embeddedModels.includes(wanted) || (await opened.modelRow(wanted))?.status === "installed";
  return { engine: chosen.engine ?? "auto", defaultModel: known ? wanted : defaultModel };
}

export const settings: SettingsApi = {
  get,
  async set(change) {
    await (await store()).writeSettings(change);
    return get();
  },
};
