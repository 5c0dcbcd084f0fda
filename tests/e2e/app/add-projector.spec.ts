/** A GGUF file of a person's own together with its projector. */
import { join } from "node:path";
import { fixtureGguf } from "../../../tools/gguf/fixture/fixture-gguf.ts";
import { fixtureProjector } from "../../../tools/gguf/fixture/fixture-projector.ts";
import { RED } from "../../support/images.ts";
import { pngUrl } from "../../support/png.ts";
import { FIXTURE_MODELS } from "../../support/site.ts";
import { expect, test } from "../../support/test.ts";

test("a model and its projector that are chosen together are added as one that takes images", async ({
  tab,
  site,
}) => {
  const dialog = tab.getByRole("dialog");
  const installed = tab.getByRole("heading", { name: "Fixture Installed Images" });
  await tab.goto(`${site.url}#/models`);
  const folder = join(FIXTURE_MODELS, "fixture-vision");
  const file = (name: string, bytes: Uint8Array) => ({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(bytes),
  });
  const projector = file("mmproj.gguf", fixtureProjector(folder));
  const input = tab.getByLabel("GGUF file");
  await input.setInputFiles([projector, projector]);
  await expect(dialog.getByRole("alert")).toContainText("Both files are projectors");
  await tab.keyboard.press("Escape");
  await input.setInputFiles([
    projector,
    file("seeing.gguf", fixtureGguf({ model: folder, library: folder })),
  ]);
  await expect(dialog).toContainText("Add Fixture?");
  await expect(dialog.getByText("text and images")).toBeVisible();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(installed).toBeVisible();
  await tab.getByRole("button", { name: "Remove: Fixture", exact: true }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(installed).toHaveCount(0);
  expect(await tab.evaluate(storedParts)).toBe(0);
});

test("a model that a page adds with its projector sees what the deployment's own sees", async ({
  connectedPage,
}) => {
  const image = pngUrl({}, RED);
  const result = await connectedPage.evaluate(async (url) => {
    const fetched = async (name: string) => (await fetch(`models/fixture-vision/gguf/${name}`)).blob();
    const [model, projector] = [await fetched("fixture-vision.gguf"), await fetched("mmproj.gguf")];
    const alone = await insitu.models.add(new File([model], "blind.gguf"));
    const added = await insitu.models.add(new File([model], "seeing.gguf"), { projector });
    const again = await insitu.models.add(new File([model], "other.gguf"), { projector });
    const ask = (id: string) =>
      client.chat.completions
        .create({
          model: id,
          temperature: 0,
          messages: [{ role: "user" as const, content: [{ type: "image_url", image_url: { url } }] }],
        })
        .then(
          ({ choices, usage }) => ({ text: choices[0]?.message.content, tokens: usage?.prompt_tokens }),
          ({ status, message }) => ({ status, message }),
        );
    await insitu.settings.set({ engine: "wllama" });
    const answers = [await ask("fixture-vision"), await ask(added), await ask(alone)];
    const listed = (await insitu.models.list()).find(({ id }) => id === added);
    const refused = await insitu.models
      .add("models/fixture-vision/gguf/fixture-vision.gguf", { projector })
      .catch((error: unknown) => String(error));
    await Promise.all([alone, added].map((id) => insitu.models.remove(id)));
    await insitu.settings.set({ engine: null });
    return { answers, ids: [alone, added, again], modalities: listed?.inputModalities, refused };
  }, image);
  const [own, added, blind] = result.answers;
  expect(result.ids).toEqual(["blind", "seeing", "seeing"]);
  expect(result.modalities).toEqual(["text", "image"]);
  expect(own).toEqual({ text: expect.stringMatching(/\S/), tokens: expect.any(Number) });
  expect(added).toEqual(own);
  expect(blind).toMatchObject({ status: 400, message: expect.stringMatching(/'blind' takes no images/) });
  expect(result.refused).toContain("only with a model file from disk");
});

async function storedParts(): Promise<number> {
  return (await (await caches.open("insitu/gguf")).keys()).length;
}
