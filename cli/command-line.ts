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

type Options = NonNullable<ParseArgsConfig["options"]>;

export interface Command<Own extends Options> {
  /** As a person types it, for example `npm test`. */
  readonly name: string;
  /** Text for `--help`, which every command has. */
  readonly help: string;
  readonly options: Own;
  /** True: `--no-NAME` sets a boolean option to false. */
  readonly allowNegative?: boolean;
  /** Called before an error is printed, for example to clear a progress line. */
  readonly beforeError?: () => void;
}

/** Values of a command's options. */
export type CommandValues<Own extends Options> = ReturnType<typeof parseArgs<{ options: Own }>>["values"];

/**
 * Run a command, or print its help. The exit status is 2 for a wrong command line and 1 for any other error, whose
 * message goes to stderr.
 *
 * @param main gets the values of the options
 */
export async function runCommand<const Own extends Options>(
  { name, help, options, allowNegative = false, beforeError }: Command<Own>,
  main: (values: CommandValues<Own>) => Promise<void>,
  argv: readonly string[] = process.argv.slice(2),
): Promise<void> {
  try {
    const isHelp = argv.includes("--help") || argv.includes("-h");
    if (isHelp) process.stdout.write(help);
    else await main(parseCommandLine(name, { args: [...argv], options, allowNegative }).values);
  } catch (error) {
    beforeError?.();
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
