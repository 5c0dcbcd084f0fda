/** A GGUF file of a person's own in the models view. */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { fixtureGguf } from "../../../tools/gguf/fixture/fixture-gguf.ts";
import { hubUrl } from "../../support/hub.ts";
import { expect, test } from "../../support/hub-test.ts";
import { FIXTURE_MODELS } from "../../support/site.ts";
import { tinyGguf } from "../../support/tiny-gguf.ts";

const viewOf = (page: Page) => ({
  here: page.getByRole("region", { name: "On this device" }),
  row: page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Tiny Llama" }) }),
  dialog: page.getByRole("dialog"),
  choose: (buffer: Buffer, name = "tiny llama.gguf") =>
    page.getByLabel("GGUF file").setInputFiles({ name, mimeType: "application/octet-stream", buffer }),
});

test("a file is shown, added, still there after a reload and offline, and removed", async ({ tab, site }) => {
  const { here, row, dialog, choose } = viewOf(tab);
  await tab.goto(`${site.url}#/models`);
  await expect(here.getByRole("button", { name: "Add a GGUF file…" })).toBeVisible();
  const file = await tinyGguf();
  await choose(file);
  await expect(dialog).toContainText("Add Tiny Llama?");
  await expect(dialog).toContainText("8,192 tokens; the model was made for 32,768");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(row.getByText("Installed", { exact: true })).toBeVisible();
  await expect(tab.getByRole("status").filter({ hasText: "Tiny Llama is installed." })).toHaveCount(1);

  await tab.context().setOffline(true);
  await tab.reload();
  await expect(row.getByText("Installed", { exact: true })).toBeVisible();
  await tab.context().setOffline(false);

  // The same content again is the same model.
  await choose(file, "copy.gguf");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toHaveCount(1);

  await tab.getByRole("button", { name: "Remove: Tiny Llama" }).click();
  await expect(dialog).toContainText("add its file again");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
  expect(await tab.evaluate(storedParts)).toBe(0);
});

test("a file that cannot be used is refused with the reason, and nothing is stored", async ({
  tab,
  site,
}) => {
  const { dialog, choose } = viewOf(tab);
  await tab.goto(`${site.url}#/models`);
  await choose(Buffer.from("a text"), "notes.gguf");
  await expect(dialog.getByRole("alert")).toContainText("The file 'notes.gguf' is not a GGUF file");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await choose(await tinyGguf({ "general.architecture": { string: "novel" } }));
  await expect(dialog.getByRole("alert")).toContainText("its architecture 'novel' is unknown");
  await tab.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await tab.evaluate(storedParts)).toBe(0);
});

test("a file that is dropped on the view opens the dialog", async ({ tab, site }) => {
  const { dialog } = viewOf(tab);
  await tab.goto(`${site.url}#/models`);
  await expect(tab.getByRole("button", { name: "Add a GGUF file…" })).toBeVisible();
  const bytes = [...(await tinyGguf())];
  const transfer = await tab.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(content)], "dropped.gguf"));
    return data;
  }, bytes);
  await tab.dispatchEvent("body", "dragover", { dataTransfer: transfer });
  await expect(tab.getByText("Drop a GGUF file to add its model")).toBeVisible();
  await tab.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await expect(dialog).toContainText("Add Tiny Llama?");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test("a file at an address is read, downloaded and listed, and one of another host is refused", async ({
  tab,
  site,
  hub,
}) => {
  const { row, dialog } = viewOf(tab);
  hub.files.set("tiny.gguf", await tinyGguf());
  await tab.goto(`${site.url}#/models`);
  const readHeader = async (address: string) => {
    await tab.getByRole("button", { name: "From an address…" }).click();
    await expect(dialog).toContainText(`and of ${new URL(hubUrl("")).origin}.`);
    await dialog.getByLabel("Address of a GGUF file").fill(address);
    await dialog.getByRole("button", { name: "Read its header" }).click();
  };
  await readHeader("tiny.gguf");
  await expect(dialog).toContainText("'tiny.gguf' is no address");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await readHeader("https://example.org/tiny.gguf");
  await expect(dialog.getByRole("alert")).toContainText("allows no models from example.org");
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await readHeader(hubUrl("tiny.gguf"));
  await expect(dialog).toContainText("Add Tiny Llama?");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(row.getByText("Installed", { exact: true })).toBeVisible();
  await tab.getByRole("button", { name: "Remove: Tiny Llama" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
  expect(await tab.evaluate(storedParts)).toBe(0);
});

test("a page adds a file of several parts, follows its progress, and cancels another", async ({
  tab,
  site,
}) => {
  await tab.goto(`${site.url}blank.html`);
  const bytes = [...(await tinyGguf())];
  const result = await tab.evaluate(
    async ({ content, url }) => {
      const { connect }: typeof import("../../../src/index.ts") = await import(url);
      const { models } = await connect();
      // Bytes after the tensors belong to the file, too.
      const large = (last: number) =>
        new File([new Uint8Array(content), new Uint8Array(70e6), new Uint8Array([last])], "large.gguf");
      const reports: number[] = [];
      const id = await models.add(large(1), { onProgress: ({ loadedBytes }) => reports.push(loadedBytes) });
      const cancelling = new AbortController();
      const cancelled = await models
        .add(large(2), { signal: cancelling.signal, onProgress: () => cancelling.abort(new Error("enough")) })
        .catch((error: unknown) => String(error));
      const { state } = (await models.list()).find((entry) => entry.id === id) ?? {};
      const ids = (await models.list()).map((entry) => entry.id);
      await models.remove(id);
      return { id, ids, cancelled, state, mostReported: Math.max(...reports) };
    },
    { content: bytes, url: `${site.url}insitu.js` },
  );
  expect(result).toMatchObject({
    id: "large",
    cancelled: "Error: enough",
    state: { type: "installed", bytes: bytes.length + 70e6 + 1 },
  });
  expect(result.ids).not.toContain("large-2");
  expect(result.mostReported).toBeGreaterThan(32e6);
  expect(await tab.evaluate(storedParts)).toBe(0);
});

/** No system messages, turns that alternate, and two of them at most. */
const CHAT_TEMPLATE = `{% if messages | length > 2 %}{{ raise_exception('One question only') }}{% endif %}
{% for message in messages %}
{% if (message.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Roles alternate') }}{% endif %}
<|im_start|>{{ message.role }}
{{ message.content | trim }}<|im_end|>
{% endfor %}<|im_start|>{{ 'assistant\\n' }}`;

test("a file at an address is downloaded in parts, resumed, and its model answers by its own template", async ({
  connectedPage,
  hub,
}) => {
  const model = join(FIXTURE_MODELS, "fixture-chat");
  const content = Buffer.concat([
    fixtureGguf({ model, library: model, chatTemplate: CHAT_TEMPLATE, halves: true }),
    Buffer.alloc(40e6),
  ]);
  hub.files.set("remote.gguf", content);
  const url = hubUrl("remote.gguf");
  const isSecondPart = (range = "") => range.startsWith(`bytes=${2 ** 25}-`);
  hub.faultOf = (_, range) => (isSecondPart(range) ? { type: "status", status: 404 } : undefined);
  const failure = await connectedPage.evaluate(
    (address) => insitu.models.add(address).catch((error: unknown) => String(error)),
    url,
  );
  expect(failure).toContain("status 404");
  hub.faultOf = () => undefined;
  hub.requests.length = 0;
  const result = await connectedPage.evaluate(async (address) => {
    const id = await insitu.models.add(address);
    await insitu.settings.set({ engine: "wllama" });
    const messages = [{ role: "user" as const, content: "Hi" }];
    const { data, response } = await client.chat.completions.create({ model: id, messages }).withResponse();
    const refusal: unknown = await client.chat.completions
      .create({ model: id, messages: [{ role: "assistant", content: "I begin." }, ...messages] })
      .catch((error: unknown) => String(error));
    const engine = response.headers.get("x-insitu-engine");
    const { state, origin } = (await insitu.models.list()).find((entry) => entry.id === id) ?? {};
    await insitu.models.remove(id);
    await insitu.settings.set({ engine: null });
    return { id, state, origin, engine, refusal, text: data.choices[0]?.message.content };
  }, url);
  expect(result).toMatchObject({
    id: "remote",
    state: { type: "installed", bytes: content.length },
    origin: new URL(url).host,
    engine: expect.stringContaining("wllama"),
    refusal: expect.stringMatching(/^Error: 400 .*'remote'.* its chat template says: "One question only"\.$/),
    text: expect.stringMatching(/./),
  });
  // The header is read again, and only the second part is downloaded.
  const downloads = hub.requests.filter(({ range = "" }) => !range.startsWith("bytes=0-"));
  expect(downloads.every(({ range }) => isSecondPart(range))).toBe(true);
  expect(hub.requests.some(({ range }) => range === `bytes=0-${2 ** 25 - 1}`)).toBe(false);
});

async function storedParts(): Promise<number> {
  return (await (await caches.open("insitu/gguf")).keys()).length;
}
