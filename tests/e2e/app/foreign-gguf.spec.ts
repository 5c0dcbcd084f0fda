/** A GGUF file that is not ours, nor made for us: it is added in the view Models, and answers. */
import type { Page } from "@playwright/test";
import { connectPage } from "../../support/connected-page.ts";
import { fetchForeignGguf } from "../../support/foreign-gguf.ts";
import { startSite } from "../../support/site.ts";
import { expect, test } from "../../support/test.ts";

const ID = "gemma-3-270m-q4_k_m";

test(
  "a file of others is added from disk and answers, offline too",
  { tag: "@long" },
  async ({ freshContext }) => {
    test.setTimeout(900_000);
    const file = await fetchForeignGguf();
    test.skip("missing" in file, "missing" in file ? file.missing : "");
    if ("missing" in file) return;

    const site = await startSite();
    const app = await freshContext.newPage();
    await app.goto(`${site.url}#/models`);
    await app.getByLabel("GGUF file").setInputFiles(file.path);
    const dialog = app.getByRole("dialog");
    await expect(dialog).toContainText("Add Gemma 3 270m?", { timeout: 120_000 });
    await expect(dialog).toContainText("the file has none; that of Gemma was chosen");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog).toBeHidden({ timeout: 120_000 });
    await app.close();

    const page = await connectPage(await freshContext.newPage(), site.url, "wllama");
    const reply = await ask(page);
    test.info().annotations.push({ type: "reply", description: JSON.stringify(reply) });
    expect(reply.text).toContain("Paris");

    await site.close();
    await page.close();
    const offline = await connectPage(await freshContext.newPage(), site.url, "wllama");
    expect((await ask(offline)).text).toBe(reply.text);
  },
);

/** Asks by the stock SDK. The model was not made for conversations: it needs examples, and its reply ends with the line. */
function ask(page: Page) {
  return page.evaluate(async (model) => {
    const question = (country: string) => ({
      role: "user" as const,
      content: `What is the capital of ${country}?`,
    });
    const answer = (city: string) => ({ role: "assistant" as const, content: `The capital is ${city}.` });
    const start = performance.now();
    const stream = await client.chat.completions.create({
      model,
      messages: [
        question("Germany"),
        answer("Berlin"),
        question("Italy"),
        answer("Rome"),
        question("Spain"),
        answer("Madrid"),
        question("France"),
      ],
      temperature: 0,
      stop: ["\n"],
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = "";
    let firstMs = 0;
    let usage;
    for await (const chunk of stream) {
      const piece = chunk.choices[0]?.delta.content ?? "";
      if (text === "" && piece !== "") firstMs = performance.now() - start;
      text += piece;
      usage = chunk.usage ?? usage;
    }
    const { host } = await insitu.status();
    return { text, firstMs, totalMs: performance.now() - start, usage, engine: host.engine };
  }, ID);
}
