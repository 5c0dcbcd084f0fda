import { describe, expect, it } from "vitest";
import { artifactItems, imageKey, inputItems, skipArtifactItems, skipInputItems } from "./prompt-items.ts";

const RED = { url: "data:image/png;base64,cmVk" };
const BLUE = { url: "data:image/png;base64,Ymx1ZQ==" };
const length = () => 3;

describe("a prompt of tokens and images", () => {
  it("has an item for each position, equal for equal images", async () => {
    const items = await inputItems([[1, 2], RED, [3], BLUE, RED], length);
    expect(items).toHaveLength(12);
    expect(items.slice(0, 2)).toEqual([1, 2]);
    expect(new Set(items.slice(2, 5)).size).toBe(1);
    expect(items[2]).toBe(items[9]);
    expect(items[2]).not.toBe(items[6]);
  });

  it.each([
    { count: 0, rest: [[1, 2], RED, [3, 4]] },
    { count: 1, rest: [[2], RED, [3, 4]] },
    { count: 2, rest: [RED, [3, 4]] },
    { count: 5, rest: [[3, 4]] },
    { count: 6, rest: [[4]] },
  ])("loses its first $count items", ({ count, rest }) => {
    expect(skipInputItems([[1, 2], RED, [3, 4]], count, length)).toEqual(rest);
  });
});

describe("a prompt of a model with a manifest", () => {
  const text = { tokenIds: [1, 2], modalityIds: [0, 0] };
  const embeddings = { shape: [2, 8] };
  const image = { tokenIds: [9, 9], modalityIds: [1, 1], embeddings };

  it("has the keys of images in place of their placeholder tokens", async () => {
    const [red, blue] = [await imageKey(RED), await imageKey(BLUE)];
    const images = [red, blue].map((key) => ({ key, length: 2 }));
    expect(artifactItems([text, image, text, image], images)).toEqual([1, 2, red, red, 1, 2, blue, blue]);
  });

  it("loses its first items", () => {
    expect(skipArtifactItems([text, image, text], 1)).toEqual([
      { tokenIds: [2], modalityIds: [0] },
      image,
      text,
    ]);
    expect(skipArtifactItems([text, image, text], 5)).toEqual([{ tokenIds: [2], modalityIds: [0] }]);
  });
});
