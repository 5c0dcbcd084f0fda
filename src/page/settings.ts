// The public settings: every one has a value.
import { defaultEngine, defaultModel, embeddedModels } from "../config/config.ts";
import { store } from "./page-store.ts";

/** Choices of the person at this browser, which hold for all apps of the origin. */
export interface Settings {
  /** Id of the model that is used where none is named. */
  readonly defaultModel: string;
  /**
   * The engine that runs models: `auto` selects, for each model, the best one that this device can run. A named one has no
   * substitute: `web-llm` needs WebGPU, `wllama` runs on the CPU. A change applies to the next request.
   */
  readonly engine: "auto" | "web-llm" | "wllama";
}

/** New values. Null resets a setting to the deployment's value. */
export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | null };

export interface SettingsApi {
  /** A default model that is no longer available is replaced by the deployment's. */
  get(): Promise<Settings>;
  /**
   * Change some settings; resolves with all of them.
   *
   * @throws {RangeError} naming the setting whose value is invalid; nothing is changed then
   */
  set(change: SettingsChange): Promise<Settings>;
}

async function get(): Promise<Settings> {
  const opened = await store();
  const chosen = await opened.readSettings();
  const wanted = chosen.defaultModel ?? defaultModel;
  const isAvailable =
    embeddedModels.includes(wanted) || (await opened.modelRow(wanted))?.status === "installed";
  return { engine: chosen.engine ?? defaultEngine, defaultModel: isAvailable ? wanted : defaultModel };
}

/** @param onEngineChange called when another engine is chosen, once it is stored */
export function createSettings(onEngineChange: () => void): SettingsApi {
  return {
    get,
    async set(change) {
      await (await store()).writeSettings(change);
      if (change.engine !== undefined) onEngineChange();
      return get();
    },
  };
}
