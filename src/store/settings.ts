/** The user's settings, shared by all apps of the origin. */
import * as z from "zod/mini";
import { type EnginePreference, enginePreferenceSchema } from "../contract/engine-name.ts";
import type { DatabaseConnection } from "./database.ts";
import type { RowParser } from "./parse-rows.ts";

const rowSchema = z.discriminatedUnion("name", [
  z.object({ name: z.literal("defaultModel"), value: z.string().check(z.minLength(1)) }),
  z.object({ name: z.literal("engine"), value: enginePreferenceSchema }),
]);

export interface Settings {
  /** Id of the model that is used if a request names none. */
  readonly defaultModel: string;
  /** `auto` selects the best engine that runs here. */
  readonly engine: EnginePreference;
}

/** New values. Null resets a setting to the deployment's value. */
export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | null };

export interface SettingsStore {
  /** The settings that have been changed. Settings unknown to this build are absent. */
  readSettings(): Promise<Partial<Settings>>;
  /** @throws {RangeError} naming the setting whose value is invalid; nothing is changed then */
  writeSettings(change: SettingsChange): Promise<void>;
}

export function createSettingsStore(connection: DatabaseConnection, rows: RowParser): SettingsStore {
  return {
    async readSettings() {
      const database = await connection.open();
      const read = rows.parseRows("settings", rowSchema, await database.getAll("settings"));
      return Object.fromEntries(read.map(({ name, value }) => [name, value]));
    },

    async writeSettings(change) {
      const changed = Object.entries(change).map(([name, value]) => {
        if (value === null) return { name };
        const row = rowSchema.safeParse({ name, value });
        if (!row.success) throw new RangeError(`The setting "${name}" cannot be ${JSON.stringify(value)}.`);
        return row.data;
      });
      const database = await connection.open();
      const transaction = database.transaction("settings", "readwrite");
      for (const row of changed)
        await ("value" in row ? transaction.store.put(row) : transaction.store.delete(row.name));
      await transaction.done;
    },
  };
}
