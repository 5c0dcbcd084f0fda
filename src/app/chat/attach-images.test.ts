import { signal } from "@preact/signals";
import { expect, it } from "vitest";
import { attachImages, imageFilesOf, imageObstacle } from "./attach-images.ts";
import { EMPTY_DRAFT } from "./session.ts";

const file = (name: string, type = "image/png") => new File([], name, { type });

async function attach(names: readonly string[]) {
  const draft = signal(EMPTY_DRAFT);
  const notices: string[] = [];
  const toDataUrl = async ({ name }: File) => {
    if (name === "broken") throw new Error("“broken” cannot be read as an image.");
    return `data:${name}`;
  };
  const files = names.map((name) => file(name));
  await attachImages({ draft }, files, (text) => void notices.push(text), toDataUrl);
  return { images: draft.value.images, notices };
}

it("says why no image can be attached", () => {
  const model = { id: "m", name: "Small", downloadBytes: null, takesImages: false };
  expect(imageObstacle({ ...model, takesImages: true })).toBeNull();
  expect(imageObstacle(model)).toBe("Small does not take images. Choose a model that does.");
  expect(imageObstacle(null)).toBe("Images can be attached once the model is known.");
});

it("takes only the images of what is pasted or dropped", () => {
  const image = file("a.png");
  const files = Object.assign([image, file("b.txt", "text/plain")], { item: () => null });
  expect(imageFilesOf({ files })).toEqual([image]);
  expect(imageFilesOf(null)).toEqual([]);
});

it("leaves out a file that is not an image, and goes on with the next", async () => {
  expect(await attach(["a", "broken", "b"])).toEqual({
    images: ["data:a", "data:b"],
    notices: ["“broken” cannot be read as an image."],
  });
});

it("attaches no more than four images to a message", async () => {
  expect(await attach(["a", "b", "c", "d", "e", "f"])).toEqual({
    images: ["data:a", "data:b", "data:c", "data:d"],
    notices: ["A message can have 4 images."],
  });
});
