import { defineConfig } from "vitest/config";

export default defineConfig({
  // The same file as in the build; Node would resolve to one without named exports.
  resolve: { alias: { "workbox-window": "workbox-window/build/workbox-window.prod.mjs" } },
  test: {
    include: ["{src,cli,tools,tests}/**/*.test.ts"],
    // Tests that need a browser are in tests/e2e.
    environment: "node",
    // A process or a context per file would take longer than the tests.
    pool: "threads",
    isolate: false,
    setupFiles: "tests/support/restore-globals.ts",
  },
});
