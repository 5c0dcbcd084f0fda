import { describe, expect, it } from "vitest";
import { GgufError } from "../../../gguf/gguf-error.ts";
import type { Metadata } from "../../../gguf/header.ts";
import type { MetadataValue } from "../../../gguf/metadata-value.ts";
import { readProjector } from "./projector.ts";

const metadata = (kind: string, vision: Record<string, MetadataValue> = {}): Metadata =>
  new Map<string, MetadataValue>([
    ["general.architecture", "clip"],
    ["clip.has_vision_encoder", true],
    ["clip.projector_type", kind],
    ...Object.entries(vision).map(([name, value]) => [`clip.vision.${name}`, value] as const),
  ]);

const SMOLVLM = { image_size: 512, patch_size: 16, "projector.scale_factor": 4 };

/** Prompt tokens of an image less those of the text, as llama.cpp b11549 counts them (tiny models of each kind, xllamacpp). */
const COUNTED: readonly (readonly [string, Record<string, number>, readonly (readonly number[])[]])[] = [
  [
    "mlp",
    { image_size: 336, patch_size: 14 },
    [
      [16, 16, 576],
      [2048, 17, 576],
    ],
  ],
  [
    "idefics3",
    { ...SMOLVLM, preproc_image_size: 2048 },
    [
      [1, 1, 1127],
      [640, 480, 862],
      [1000, 40, 332],
      [40, 1000, 335],
      [723, 1031, 863],
      [1536, 2048, 863],
    ],
  ],
  [
    "idefics3",
    SMOLVLM,
    [
      [1, 1, 134],
      [1000, 40, 200],
      [40, 1000, 201],
      [1920, 1080, 597],
      [2048, 2048, 1127],
    ],
  ],
  [
    "lfm2",
    { image_size: 256, patch_size: 16, "projector.scale_factor": 2 },
    [
      [16, 16, 66],
      [300, 200, 72],
      [640, 480, 236],
      [1000, 40, 82],
      [1024, 1024, 1287],
      [1920, 1080, 2311],
      [723, 1031, 1792],
      [2048, 17, 66],
    ],
  ],
  [
    "qwen2vl_merger",
    { image_size: 560, patch_size: 14, spatial_merge_size: 2 },
    [
      [1, 1, 11],
      [100, 100, 18],
      [300, 200, 79],
      [640, 480, 393],
      [40, 1000, 38],
      [1920, 1080, 1010],
      [2048, 2048, 1026],
    ],
  ],
  [
    "gemma3",
    { image_size: 32, patch_size: 8, "projector.scale_factor": 1 },
    [
      [16, 16, 18],
      [2048, 11, 18],
    ],
  ],
];

describe("the tokens of an image", () => {
  it.each(COUNTED)("are as many as llama.cpp counts: %s", (kind, vision, sizes) => {
    const { tokens } = readProjector(metadata(kind, vision)).images(() => 1, []);
    expect(sizes.map(([width = 0, height = 0]) => [width, height, tokens({ width, height })])).toEqual(sizes);
  });

  it("include the text around it, where that is no token", () => {
    const gemma = readProjector(metadata("gemma3", { image_size: 896, patch_size: 14 }));
    const images = gemma.images((text) => text.length, ["<a>"]);
    expect(images.tokens({ width: 1, height: 1 })).toBe(
      256 + "<start_of_image>".length + "<end_of_image>".length,
    );
    expect(images.reservedTexts).toEqual(["<a>"]);
  });
});

it("knows the tokens that llama.cpp looks for", () => {
  const { usesToken } = readProjector(metadata("idefics3", SMOLVLM));
  const names = ["<global-img>", "<row_1_col_12>", "<row_1_col_>", "<|im_start|>"];
  expect(names.map(usesToken)).toEqual([true, true, false, false]);
});

it("has a whole image in one batch where its tokens see those after them", () => {
  expect(readProjector(metadata("gemma3", { image_size: 896, patch_size: 14 })).limits).toEqual({
    minBatch: 256,
  });
  expect(readProjector(metadata("mlp", { image_size: 336, patch_size: 14 })).limits).toEqual({ minBatch: 0 });
});

it.each<[string, Metadata, RegExp]>([
  ["a model", new Map([["general.architecture", "llama"]]), /is no projector/],
  [
    "a projector for sound",
    new Map([...metadata("ultravox"), ["clip.has_vision_encoder", false]]),
    /no images/,
  ],
  ["an unknown kind", metadata("novel", SMOLVLM), /of the kind novel, which is not supported/],
  ["a kind with the name of a method", metadata("constructor", SMOLVLM), /of the kind constructor/],
  [
    "a grid of tiles",
    metadata("mlp", { ...SMOLVLM, image_grid_pinpoints: [336, 672] }),
    /of the kind mlp with a grid of tiles/,
  ],
  ["a file without its sizes", metadata("mlp"), /has no clip\.vision\.image_size/],
])("refuses %s", (_, fields, message) => {
  const read = () => readProjector(fields);
  expect(read).toThrow(GgufError);
  expect(read).toThrow(message);
});
