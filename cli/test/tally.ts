/** Counts the tests in the JSON reports of the test runners. */
import * as z from "zod/mini";

export interface Tally {
  readonly passed: number;
  readonly skipped: number;
  /** Names of the failures. */
  readonly failed: readonly string[];
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** @throws if the report is not vitest's */
export function tallyVitest(report: unknown): Tally {
  const files = vitestReport.parse(report).testResults;
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
  // A file that does not load counts as failed and has no tests.
  const broken = files.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  const passed = tests.filter(({ status }) => status === "passed").length;
  return {
    passed,
    failed: [...failed, ...broken.map(({ name }) => `${name} (does not run)`)],
    skipped: tests.length - passed - failed.length,
  };
}

const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.enum(["expected", "unexpected", "flaky", "skipped"]) })),
});
const suiteSchema = z.object({
  specs: z.array(specSchema),
  get suites() {
    return z.optional(z.array(suiteSchema));
  },
});
const playwrightReport = z.object({
  suites: z.array(suiteSchema),
  /** Errors outside a test: a spec that does not load, or the global timeout. */
  errors: z.array(z.object({ message: z.optional(z.string()) })),
});

/** @throws if the report is not Playwright's */
export function tallyPlaywright(report: unknown): Tally {
  const { suites, errors } = playwrightReport.parse(report);
  const tests = suites
    .flatMap(specsOf)
    .flatMap(({ title, file, tests: runs }) =>
      runs.map(({ status }) => ({ name: `${file}: ${title}`, status })),
    );
  return {
    passed: tests.filter(({ status }) => status === "expected").length,
    skipped: tests.filter(({ status }) => status === "skipped").length,
    failed: [
      // Flaky: the test failed at first and passed on a retry.
      ...tests.filter(({ status }) => status === "unexpected" || status === "flaky").map(({ name }) => name),
      ...errors.map(({ message = "an error outside of the tests" }) => message.split("\n", 1)[0] ?? ""),
    ],
  };
}

function specsOf({ specs, suites = [] }: z.infer<typeof suiteSchema>): z.infer<typeof specSchema>[] {
  return [...specs, ...suites.flatMap(specsOf)];
}
