import { expect, it } from "vitest";
import { penaltyBias } from "./penalty-bias.ts";

const controlTokens = [
  { text: "<a>", id: 1 },
  { text: "<b>", id: 2 },
  { text: "<c>", id: 3 },
];
const PROMPT = "<a>one<b><a>two<b>";

it("has no effect without penalties", () => {
  expect(penaltyBias([PROMPT], controlTokens, { frequency: 0, presence: 0 })).toEqual([]);
});

it("takes the prompt's part of the frequency penalty back", () => {
  expect(penaltyBias([PROMPT], controlTokens, { frequency: 0.5, presence: 0 })).toEqual([
    [1, 1],
    [2, 1],
    ["one", 0.5],
    ["two", 0.5],
  ]);
});

it("takes the presence penalty back for control tokens only", () => {
  expect(penaltyBias([PROMPT], controlTokens, { frequency: 0, presence: 2 })).toEqual([
    [1, 2],
    [2, 2],
  ]);
});
