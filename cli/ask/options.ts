/** The command line of `npm run ask`. */
import type { EnginePreference } from "../../src/contract/engine-name.ts";
import { parseCommandLine } from "../command-line.ts";
import { parseEngine } from "../engine-option.ts";

export const HELP = `Ask a language model that runs in a browser on this machine.

  npm run ask -- "What is the capital of France?" [options]

  --system TEXT       instructions for the model
  --model ID          the model (default: that of the deployment)
  --engine NAME       the engine: auto, web-llm (on the GPU) or wllama (on the CPU); default: that of the deployment
  --temperature N     0 (always the likeliest token) to 2
  --top-p N           above 0, to 1
  --seed N            a whole number; the same seed gives the same reply
  --stop TEXT         end the reply before this text; may be repeated
  --image FILE        ask about a PNG, JPEG, WebP or GIF
  --no-stream         wait for the whole reply
  --json              print the response object, or its chunks, one per line
  --timeout S         give up after this many seconds (600)
  --help              print this

Only the reply goes to stdout; progress and a summary go to stderr.
`;

export interface AskOptions {
  readonly question: string;
  readonly system?: string;
  readonly model?: string;
  readonly image?: string;
  /** Default: the deployment's. */
  readonly engine?: EnginePreference;
  readonly stream: boolean;
  readonly json: boolean;
  /** Timeout of the whole command, in seconds. */
  readonly timeout: number;
  /** Fields of the request, passed on unchanged: the service checks their ranges. */
  readonly sampling: SamplingOptions;
}

export interface SamplingOptions {
  readonly temperature?: number;
  readonly top_p?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
}

const DEFAULT_TIMEOUT_S = 600;
/** Longest delay that a timer supports, in seconds. */
const MAX_TIMEOUT_S = 2_147_483;

/**
 * @returns "help" for `--help`
 * @throws with one line that says what is wrong and what would be right
 */
export function parseOptions(argv: readonly string[]): AskOptions | "help" {
  const { values, positionals } = parse(argv);
  if (values.help === true) return "help";
  const [question = "", ...rest] = positionals;
  if (question.trim() === "")
    throw new Error('No question was given. Try: npm run ask -- "What is the capital of France?"');
  if (rest.length > 0) throw new Error(`Ask one question, in quotes; "${rest[0]}" is a second one.`);
  const engine = parseEngine(values.engine);
  const timeout = toNumber("--timeout", values.timeout) ?? DEFAULT_TIMEOUT_S;
  if (timeout <= 0 || timeout > MAX_TIMEOUT_S) {
    throw new Error(`--timeout takes seconds, above 0 and up to ${MAX_TIMEOUT_S}, not ${timeout}.`);
  }
  const temperature = toNumber("--temperature", values.temperature);
  const topP = toNumber("--top-p", values["top-p"]);
  const seed = toNumber("--seed", values.seed);
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw new Error(`--seed takes a whole number, not ${seed}.`);
  return {
    question,
    ...(values.system !== undefined && { system: values.system }),
    ...(values.model !== undefined && { model: values.model }),
    ...(engine !== undefined && { engine }),
    ...(values.image !== undefined && { image: values.image }),
    stream: values["no-stream"] !== true,
    json: values.json === true,
    timeout,
    sampling: {
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { top_p: topP }),
      ...(seed !== undefined && { seed }),
      ...(values.stop !== undefined && { stop: values.stop }),
    },
  };
}

function parse(argv: readonly string[]) {
  return parseCommandLine("npm run ask", {
    args: [...argv],
    allowPositionals: true,
    options: {
      system: { type: "string" },
      model: { type: "string" },
      engine: { type: "string" },
      temperature: { type: "string" },
      "top-p": { type: "string" },
      seed: { type: "string" },
      stop: { type: "string", multiple: true },
      image: { type: "string" },
      "no-stream": { type: "boolean" },
      json: { type: "boolean" },
      timeout: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
}

function toNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number))
    throw new Error(`${option} takes a number, not "${text}".`);
  return number;
}
