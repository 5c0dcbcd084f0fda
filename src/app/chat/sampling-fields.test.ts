import { expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../conversations/conversation.ts";
import { readSampling, toSamplingText } from "./sampling-fields.ts";

const blank = toSamplingText(DEFAULT_SETTINGS.sampling);

it("leaves the value of an empty field to the model", () => {
  expect(readSampling(blank)).toEqual({ sampling: DEFAULT_SETTINGS.sampling });
});

it("reads what it wrote, and a comma as the decimal point", () => {
  const sampling = { ...DEFAULT_SETTINGS.sampling, temperature: 0, top_p: 0.5, seed: -3, stop: ["a b", "c"] };
  expect(readSampling(toSamplingText(sampling))).toEqual({ sampling });
  expect(readSampling({ ...blank, temperature: " 0,7 " })).toMatchObject({ sampling: { temperature: 0.7 } });
});

it("names the problem of each field, and the values that are allowed", () => {
  expect(
    readSampling({ ...blank, temperature: "3", top_p: "0", seed: "1.5", stop: "a\nb\nc\nd\ne" }),
  ).toEqual({
    problems: {
      temperature: "“3” is not a number from 0 to 2.",
      top_p: "“0” is not a number above 0, up to 1.",
      seed: "“1.5” is not a whole number.",
      stop: "These are 5 lines. At most 4 are allowed.",
    },
  });
});

it("accepts the ends of each range, and nothing beyond them", () => {
  for (const temperature of ["0", "2"])
    expect(readSampling({ ...blank, temperature })).toHaveProperty("sampling");
  for (const text of ["-2.1", "2.1", "warm", "Infinity", "1e400", "1 2"]) {
    const read = readSampling({ ...blank, presence_penalty: text, frequency_penalty: text });
    expect(read, text).toHaveProperty("problems.presence_penalty");
    expect(read, text).toHaveProperty("problems.frequency_penalty");
  }
});
