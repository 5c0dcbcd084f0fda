/** `npm run ask`: asks a model in a real browser one question and prints the reply to stdout. */
import { readImage } from "./ask/image.ts";
import { askInBrowser } from "./ask/in-browser.ts";
import { type AskOptions, HELP, parseOptions } from "./ask/options.ts";
import { summarise } from "./ask/summary.ts";
import { requireChromium } from "./browser.ts";
import { ensureBuild } from "./build.ts";
import { createProgress } from "./progress.ts";

const progress = createProgress(process.stderr);
const abort = new AbortController();
/** True if the output so far does not end with a line break. */
let midLine = false;

function print(text: string): void {
  if (text === "") return;
  progress.clear();
  process.stdout.write(text);
  midLine = !text.endsWith("\n");
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options === "help") {
    print(HELP);
    return;
  }
  const timer = setTimeout(
    () => abort.abort(new Error(`No complete reply within ${options.timeout} s: allow more with --timeout.`)),
    options.timeout * 1000,
  );
  await ask(options);
  clearTimeout(timer);
}

async function ask({ question, system, image, engine, stream, json, ...options }: AskOptions): Promise<void> {
  const imageUrl = image === undefined ? undefined : readImage(image);
  await requireChromium();
  const root = await ensureBuild({ onProgress: progress.show, signal: abort.signal });
  const outcome = await askInBrowser({
    root,
    signal: abort.signal,
    onProgress: progress.show,
    onChunk: (chunk) => print(json ? `${JSON.stringify(chunk)}\n` : (chunk.choices[0]?.delta.content ?? "")),
    question: {
      stream,
      engine: engine ?? null,
      sampling: options.sampling,
      ...(options.model !== undefined && { model: options.model }),
      messages: [
        ...(system === undefined ? [] : [{ role: "system" as const, content: system }]),
        {
          role: "user",
          content:
            imageUrl === undefined
              ? question
              : [
                  { type: "text", text: question },
                  { type: "image_url", image_url: { url: imageUrl } },
                ],
        },
      ],
    },
  });
  progress.clear();
  if (outcome.type === "failed") throw new Error(outcome.message);
  const { completion } = outcome;
  if (completion !== undefined) {
    print(json ? JSON.stringify(completion, null, 2) : (completion.choices[0]?.message.content ?? ""));
  }
  if (midLine) print("\n");
  console.error(summarise(outcome));
}

for (const [signal, status] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.once(signal, () => {
    process.exitCode = status;
    abort.abort(new Error("Stopped."));
  });
}
// `ask … | head -1` closes stdout, so nothing reads the rest.
process.stdout.once("error", () => abort.abort(new Error("The reply cannot be written: stdout is closed.")));

try {
  await main();
} catch (error) {
  progress.clear();
  if (midLine) print("\n");
  const reason: unknown = abort.signal.aborted ? abort.signal.reason : error;
  const message = reason instanceof Error ? reason.message : String(reason);
  console.error(message);
  process.exitCode ??= 1;
}
// Exit even if the browser hangs, once the output is flushed.
process.stdout.write("", () => process.exit());
