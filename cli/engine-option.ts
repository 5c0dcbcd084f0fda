import { type EnginePreference, enginePreferenceSchema } from "../src/contract/engine-name.ts";
import { UsageError } from "./command-line.ts";

/**
 * Parses the value of `--engine`.
 *
 * @throws {UsageError} with one line that says what would be right
 */
export function parseEngine(name: string | undefined): EnginePreference | undefined {
  if (name === undefined) return undefined;
  const parsed = enginePreferenceSchema.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new UsageError(`--engine is one of ${enginePreferenceSchema.options.join(", ")}, not "${name}".`);
}
