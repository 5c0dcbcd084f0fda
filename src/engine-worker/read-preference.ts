import type { Config } from "../config/schema.ts";
import type { EnginePreference } from "../contract/engine-name.ts";
import type { SettingsStore } from "../store/settings.ts";

/** The engine that the person has chosen, or else the deployment. Read for each request: a change applies to the next. */
export async function readPreference(
  store: Pick<SettingsStore, "readSettings">,
  { engine: defaultEngine = "auto" }: Pick<Config, "engine">,
): Promise<EnginePreference> {
  // Where the settings cannot be read, requests are answered all the same.
  const { engine } = await store.readSettings().catch(() => ({ engine: undefined }));
  return engine ?? defaultEngine;
}
