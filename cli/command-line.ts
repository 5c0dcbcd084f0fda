/** The frame of a command: its options, its help, and its exit status. */
import { parseArgs, type ParseArgsConfig } from "node:util";

/** The command line is wrong. The message is one line for a person. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Parse a command line.
 *
 * @param command as a person types it, for example `npm test`
 * @throws UsageError for an unknown option, a missing value or an unexpected argument
 */
export function parseCommandLine<Config extends ParseArgsConfig>(
  command: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Some messages have several lines or end with advice about `--`; the first sentence is enough.
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split(/\n|\. /);
    throw new UsageError(`${reason.replace(/\.$/, "")}. See ${command} -- --help`, { cause: error });
  }
}

/**
 * Run a command. The exit status is 2 for a wrong command line and 1 for any other error, whose message goes to
 * stderr.
 *
 * @param beforeError called before the message is printed, for example to clear a progress line
 */
export async function runCommand(main: () => Promise<void>, beforeError = () => {}): Promise<void> {
  try {
    await main();
  } catch (error) {
    beforeError();
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/** @throws UsageError unless `text` is a whole number above 0 */
export function positiveInteger(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw new UsageError(`${option} takes a whole number above 0, not "${text}".`);
}
