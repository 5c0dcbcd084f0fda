import { expect, it } from "vitest";
import { END, firstDifference, type GreedyReply } from "./first-difference.ts";

const COUNT = 3;
const step = (...tops: readonly (readonly [string, number])[]) =>
  tops.map(([token, logprob]) => ({ token, logprob }));
const the = step(["The", -0.1], ["A", -2.5]);
const sky = step(["sky", -0.7], ["sea", -0.8]);
const sea = step(["sea", -0.72], ["sky", -0.74]);
const end = step([END, -0.3], [".", -0.5]);

it("finds no difference between equal replies, also if only one reports its end", () => {
  expect(firstDifference([the, sky, sea], [the, sky, sea], COUNT)).toBeUndefined();
  expect(firstDifference([the, end], [the], COUNT)).toBeUndefined();
});

it("gives both tokens where replies part, with the larger of the gaps", () => {
  expect(firstDifference([the, sky, the], [the, sea, the], COUNT)).toEqual({
    step: 1,
    tokens: ["sky", "sea"],
    logprobs: [
      [-0.7, -0.8],
      [-0.74, -0.72],
    ],
    gap: expect.closeTo(0.1),
  });
});

it.each<[string, GreedyReply, GreedyReply, number]>([
  ["a token that the other reply does not report", [the], [sky], Infinity],
  ["an end that only the first reply reports", [the, end], [the, step([".", -0.4])], 0.2],
  ["an end that only the second reply has", [the, step([".", -0.3], [END, -0.4])], [the], 0.1],
  ["an end that neither reports beside the token", [the, sky], [the], Infinity],
])("knows the gap at %s", (_, one, other, gap) => {
  const found = firstDifference(one, other, COUNT)?.gap;
  expect(found).toBeCloseTo(gap);
});
