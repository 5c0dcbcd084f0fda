import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/support/build-once.ts",
  // One browser at a time: a software adapter uses all cores.
  workers: 1,
  retries: 0,
  // Tests tagged @long are slow and rarely find what the others miss: `npm test -- --all` runs them too.
  ...(process.env["INSITU_ALL"] === undefined && { grepInvert: /@long/ }),
  forbidOnly: process.env["CI"] !== undefined,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  outputDir: "test-results",
  reporter: [["list"], ["json", { outputFile: ".cache/reports/end-to-end.json" }]],
  // The trace has actions, requests and messages only: screenshots and DOM snapshots at every action would take a
  // quarter of the run time. `--trace on` includes them.
  use: {
    screenshot: "only-on-failure",
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
  },
});
