/** `npm run ask` as a command: only the reply on stdout, and one line on failure. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../../cli/build.ts";
import { expect, test } from "../../support/test.ts";

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Run the command with an empty profile. */
async function ask(options: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const cache = mkdtempSync(join(tmpdir(), "insitu-ask-"));
  const child = spawn("npm", ["run", "ask", "--", ...options], {
    cwd: ROOT,
    env: { ...process.env, XDG_CACHE_HOME: cache, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  rmSync(cache, { recursive: true, force: true });
  return { status, stdout, stderr };
}

for (const { title, options, summary } of [
  {
    title: "answers the README's question, on the CPU where the adapter is software",
    options: [],
    summary: /^smollm2-135m-instruct · wllama 3\.8\.1 · CPU, \d threads? · .*tokens.*first token.*tokens\/s$/,
  },
  {
    title: "answers it on WebGPU where that is asked for",
    options: ["--engine", "web-llm"],
    summary: /^smollm2-135m-instruct · web-llm 0\.2\.86 · .*\(software\) · .*tokens.*first token.*tokens\/s$/,
  },
]) {
  test(title, async () => {
    test.setTimeout(300_000);
    const question = ["What is the capital of France?", "--temperature", "0"];
    const { status, stdout, stderr } = await ask([...question, ...options]);
    expect(stdout).toBe("The capital of France is Paris.\n");
    expect(stderr.trim().split("\n").at(-1)).toMatch(summary);
    expect(status).toBe(0);
  });
}

test("prints the response object", { tag: "@long" }, async () => {
  test.setTimeout(300_000);
  const { status, stdout } = await ask([
    "What is the capital of France?",
    "--temperature",
    "0",
    "--json",
    "--no-stream",
  ]);
  const completion: unknown = JSON.parse(stdout);
  expect(completion).toMatchObject({
    id: expect.stringMatching(/^chatcmpl-[A-Za-z0-9]{24,}$/),
    choices: [{ finish_reason: "stop", message: { content: "The capital of France is Paris." } }],
    usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
  });
  const [, promptTokens] = /"prompt_tokens": (\d+)/.exec(stdout) ?? [];
  expect(Number(promptTokens)).toBeGreaterThanOrEqual(30);
  expect(Number(promptTokens)).toBeLessThanOrEqual(150);
  expect(status).toBe(0);
});

for (const [name, options, words, environment] of [
  ["no question", [], /question/i],
  ["an unknown option", ["Hello", "--frobnicate"], /--frobnicate/],
  ["an unreadable image", ["Hello", "--image", "no/such/file.png"], /no\/such\/file\.png/],
  ["an unknown engine", ["Hello", "--engine", "abacus"], /abacus/],
  ["no browser", ["Hello"], /CHROMIUM_PATH/, { CHROMIUM_PATH: "/no/such/chromium" }],
] satisfies [string, string[], RegExp, NodeJS.ProcessEnv?][]) {
  test(`says in one line what is wrong: ${name}`, async () => {
    const { status, stdout, stderr } = await ask(options, environment);
    expect(stdout).toBe("");
    expect(stderr.trim()).toMatch(words);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(status).toBe(1);
  });
}

test("says in one line what is wrong: an unknown model", async () => {
  test.setTimeout(300_000);
  const { status, stdout, stderr } = await ask(["Hello", "--model", "gpt-5"]);
  expect(stdout).toBe("");
  expect(stderr.trim().split("\n").at(-1)).toMatch(/gpt-5.*does not exist/);
  expect(status).toBe(1);
});
