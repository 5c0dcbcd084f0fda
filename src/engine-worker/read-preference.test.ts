import { expect, it } from "vitest";
import type { EnginePreference } from "../contract/engine-name.ts";
import type { Settings } from "../store/settings.ts";
import { readPreference } from "./read-preference.ts";

it.each<[string, Partial<Settings> | Error, EnginePreference | undefined, EnginePreference]>([
  ["the person's choice", { engine: "wllama" }, "web-llm", "wllama"],
  ["the person's choice of the best", { engine: "auto" }, "web-llm", "auto"],
  ["the deployment's without one", {}, "web-llm", "web-llm"],
  ["the best where nobody has chosen", {}, undefined, "auto"],
  ["the deployment's where the settings cannot be read", new Error("no storage"), "wllama", "wllama"],
])("takes %s", async (_, settings, engine, expected) => {
  const readSettings = () =>
    settings instanceof Error ? Promise.reject(settings) : Promise.resolve(settings);
  expect(await readPreference({ readSettings }, engine === undefined ? {} : { engine })).toBe(expected);
});
