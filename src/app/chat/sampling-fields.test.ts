import { expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../conversations/conversation.ts";
import { readSampling, toSamplingText } from "./sampling-fields.ts";

const blank = toSamplingText(DEFAULT_SETTINGS.sampling);

it("leaves to the model what is left empty", () => {
  expect(readSampling(blank)).toEqual({ sampling: DEFAULT_SETTINGS.sampling });
});

it("reads what it wrote, and a comma for a point", () => {
  const sampling = { ...DEFAULT_SETTINGS.sampling, temperature: 0, top_p: 0.5, seed: -3, stop: ["a b", "c"] };
  expect(readSampling(toSamplingText(sampling))).toEqual({ sampling });
  expect(readSampling({ ...blank, temperature: " 0,7 " })).toMatchObject({ sampling: { temperature: 0.7 } });
});

it("names what is wrong, and what would be right", () => {
  expect(
    readSampling({ ...blank, temperature: "3", top_p: "0", seed: "1.5", stop: "a\nb\nc\nd\ne" }),
  ).toEqual({
    problems: {
      temperature: "“3” is not a number from 0 to 2.",
      top_p: "“0” is not a number above 0, up to 1.",
      seed: "“1.5” is not a whole number.",
      stop: "These are 5 lines: 4 are the most.",
    },
  });
  expect(readSampling({ ...blank, presence_penalty: "warm" })).toHaveProperty("problems.presence_penalty");
});
