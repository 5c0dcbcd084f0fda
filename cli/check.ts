/** `npm run check`: all static checks. */
import { printStep, runSteps } from "./check/run-steps.ts";
import { STEPS } from "./check/steps.ts";
import { runCommand } from "./command-line.ts";

const HELP = `Run the static checks: ${STEPS.map(({ name }) => name).join(", ")}.

  npm run check -- [options]

  --help    print this
`;

async function main(): Promise<void> {
  const failed = await runSteps(STEPS, printStep);
  if (failed.length > 0) process.exitCode = 1;
}

await runCommand({ name: "npm run check", help: HELP, options: {} }, main);
