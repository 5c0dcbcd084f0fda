/** Checks commands of the documentation: their scripts, programs, files and options exist. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import { ROOT } from "../../build.ts";
import type { CodeBlock } from "../markdown.ts";
import { outputOf } from "../run-tool.ts";

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) });
/** Programs that are not ours to check. */
const SYSTEM_PROGRAMS = ["cd", "git", "sudo", "apt-get"];

/** Text of the help of a command, without its options. */
export type HelpOf = (command: string) => Promise<string>;

/** Prints the help of a command once, with the programs of `node_modules` in its path. */
export function createHelp(): HelpOf {
  const known = new Map<string, Promise<string>>();
  return (command) => {
    const path = `PATH="${join(ROOT, "node_modules", ".bin")}:$PATH"`;
    const help =
      known.get(command) ?? outputOf("sh", ["-c", `${path} ${command} --help`]).then(({ output }) => output);
    known.set(command, help);
    return help;
  };
}

/** True for inline code that is a command, such as `npm test`. */
export function isCommand(code: string): boolean {
  return /^(npm|npx|node|python) /.test(code);
}

/** @returns one line for each fault of a shell script */
export async function checkCommands({ file, code }: CodeBlock, helpOf: HelpOf): Promise<string[]> {
  const faults: string[] = [];
  for (const command of commandsOf(code)) {
    const fault = await checkCommand(command, dirname(file), helpOf);
    if (fault !== "") faults.push(`${command.join(" ")}: ${fault}`);
  }
  return faults;
}

/** The words of each command; comments are left out, quotes removed, lines that end in `\` joined. */
function commandsOf(script: string): string[][] {
  return script
    .replaceAll("\\\n", " ")
    .split("\n")
    .flatMap((line) => line.replace(/(^|\s)#.*/, "").split(/ (?:&&|\|\|?|;) /))
    .map((command) =>
      [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
        (match) => match[1] ?? match[2] ?? match[3] ?? "",
      ),
    )
    .filter((words) => words.length > 0);
}

async function checkCommand(words: readonly string[], folder: string, helpOf: HelpOf): Promise<string> {
  const [program = "", ...rest] = words;
  if (SYSTEM_PROGRAMS.includes(program)) return "";
  if (program === "npm") return await checkScript(rest, helpOf);
  if (program === "npx") {
    const [tool = ""] = rest;
    if (!existsSync(join(ROOT, "node_modules", ".bin", tool))) return `${tool} is not installed`;
    return await checkOptions(rest, helpOf);
  }
  const file = program.startsWith("./") ? program : rest.find((word) => /\.(py|mjs|ts|txt)$/.test(word));
  if (file === undefined) return `nothing checks the program ${program}`;
  return [ROOT, join(ROOT, folder)].some((base) => existsSync(join(base, file)))
    ? ""
    : `${file} does not exist`;
}

async function checkScript([verb = "", ...rest]: readonly string[], helpOf: HelpOf): Promise<string> {
  if (verb === "install" || verb === "ci") return "";
  const name = verb === "run" ? (rest[0] ?? "") : verb;
  const { scripts } = packageSchema.parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));
  const script = scripts[name];
  if (script === undefined) return `package.json has no script ${name}`;
  const separator = rest.indexOf("--");
  return separator < 0 ? "" : await checkOptions([script, ...rest.slice(separator + 1)], helpOf);
}

/** Look up the options of a command in its help. */
async function checkOptions(words: readonly string[], helpOf: HelpOf): Promise<string> {
  const isOption = (word: string) => /^--?\w/.test(word);
  const options = words.filter(isOption).map((word) => word.replace(/=.*/, ""));
  if (options.length === 0) return "";
  const first = words.findIndex(isOption);
  // Arguments before the first option are subcommands or files, except those of our scripts, such as a question.
  const help = await helpOf((words[0]?.includes(" ") ? words.slice(0, 1) : words.slice(0, first)).join(" "));
  const unknown = options.filter((option) => !new RegExp(`(^|[\\s,])${option}(?![\\w-])`, "m").test(help));
  return unknown.map((option) => `--help does not list ${option}`).join("; ");
}
