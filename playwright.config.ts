import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/support/build-once.ts",
  // One browser at a time: a software adapter takes every core there is.
  workers: 1,
  retries: 0,
  // Tests marked so take long and rarely tell what the others do not: `npm test -- --all` runs them too.
  ...(process.env["INSITU_ALL"] === undefined && { grepInvert: /@long/ }),
  forbidOnly: process.env["CI"] !== undefined,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  outputDir: "test-results",
  reporter: [["list"], ["json", { outputFile: ".cache/reports/end-to-end.json" }]],
  // A trace of actions, requests and messages alone: pictures and copies of the document at every action would take a
  // quarter of all the time. `--trace on` has them.
  use: {
    screenshot: "only-on-failure",
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
  },
});
