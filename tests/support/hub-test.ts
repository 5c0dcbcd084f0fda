/** Playwright's `test` with a host of model files at another origin. */
import { type Hub, startHub } from "./hub.ts";
import { test as base } from "./test.ts";

export const test = base.extend<{ readonly hub: Hub }>({
  hub: async ({}, use) => {
    const hub = await startHub();
    await use(hub);
    await hub.close();
  },
});

export { expect } from "@playwright/test";
