import { defineConfig } from "vitest/config";

export default defineConfig({
  // As in the build; Node would take one that has no named exports.
  resolve: { alias: { "workbox-window": "workbox-window/build/workbox-window.prod.mjs" } },
  test: {
    include: ["{src,cli,tools,tests}/**/*.test.ts"],
    // The browser's part is in tests/e2e; here everything runs in Node as it is.
    environment: "node",
    // A process or a context for each file takes longer than the tests: no test leaves anything behind.
    pool: "threads",
    isolate: false,
  },
});
