import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{src,cli,tools,tests}/**/*.test.ts"],
    // The browser's part is in tests/e2e; here everything runs in Node as it is.
    environment: "node",
  },
});
