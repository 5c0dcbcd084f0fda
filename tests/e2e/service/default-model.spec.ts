/** The default model that a page sets. */
import { ask, remove, stateOf } from "../../support/model-calls.ts";
import { expect, test } from "../../support/test.ts";

test(
  "the default model is the person's choice while it is there",
  { tag: "@long" },
  async ({ connectedPage: page }) => {
    expect(await page.evaluate(() => insitu.settings.get())).toEqual({
      defaultModel: "fixture-chat",
      engine: "auto",
    });
    await page.evaluate(() => insitu.settings.set({ defaultModel: "fixture-length", engine: "web-llm" }));
    await page.evaluate(() => insitu.load());
    const { host } = await page.evaluate(() => insitu.status());
    expect(host.model).toMatchObject({ id: "fixture-length", state: "ready" });

    // An embedded model can be removed, and a request installs it again.
    await remove(page, "fixture-length");
    expect(await stateOf(page, "fixture-length")).toEqual({ type: "not-installed" });
    expect((await page.evaluate(() => insitu.status())).host.model).toBeNull();
    expect((await ask(page, "fixture-length")).length).toBeGreaterThan(20);
    expect(await stateOf(page, "fixture-length")).toMatchObject({ type: "installed" });

    const gone = await page.evaluate(() => insitu.settings.set({ defaultModel: "no-such-model" }));
    expect(gone).toEqual({ defaultModel: "fixture-chat", engine: "web-llm" });
    await page.evaluate(() => insitu.settings.set({ defaultModel: "fixture-chat", engine: "auto" }));
  },
);
