/** `npm run check`: all static checks. */
import { printStep, runSteps } from "./check/run-steps.ts";
import { STEPS } from "./check/steps.ts";

const failed = await runSteps(STEPS, printStep);
if (failed.length > 0) process.exitCode = 1;
