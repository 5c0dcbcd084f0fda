import { expect, it } from "vitest";
import type { ReplyCommand } from "../wire/cpu-engine-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { completionOptions } from "./completion-options.ts";

const command: ReplyCommand = {
  v,
  type: "reply",
  id: 1,
  prompt: ["Once"],
  maxTokens: 5,
  sampling: { temperature: 0.7, top_p: 0.9, presence_penalty: 0.5, frequency_penalty: -1 },
  logitBias: [],
  topLogprobs: 0,
};

const MODEL = { contextLength: 512, mediaMarker: "<__media__>" };

function withSeed(seed: number): unknown {
  return completionOptions({ ...command, sampling: { ...command.sampling, seed } }, MODEL)["seed"];
}

it("samples as the contract says and turns everything else off", () => {
  expect(completionOptions(command, MODEL)).toEqual({
    prompt: "Once",
    max_tokens: 5,
    cache_prompt: true,
    return_progress: true,
    timings_per_token: true,
    samplers: ["penalties", "temperature", "top_p"],
    temperature: 0.7,
    top_p: 0.9,
    presence_penalty: 0.5,
    frequency_penalty: -1,
    repeat_penalty: 1,
    repeat_last_n: 512,
    grammar: String.raw`root ::= [\x00-\x7F\u0080-\uD7FF\uE000-\U0010FFFF]*`,
  });
});

it("takes the lowest temperatures for 0", () => {
  const withTemperature = (temperature: number) =>
    completionOptions({ ...command, sampling: { ...command.sampling, temperature } }, MODEL)["temperature"];
  expect([1e-7, 1e-9, 5e-324, 0].map(withTemperature)).toEqual([1e-7, 0, 0, 0]);
});

it("never sends the seed that llama.cpp takes for none", () => {
  expect(withSeed(7)).toBe(7);
  expect(withSeed(0)).toBe(0);
  expect(withSeed(2 ** 32 - 1)).toBe(0);
  expect(withSeed(-1)).toBe(2 ** 32 - 2);
  expect(withSeed(Number.MAX_SAFE_INTEGER)).toBeLessThan(2 ** 32 - 1);
});

it("passes grammar, biases and log-probabilities on", () => {
  const options = completionOptions(
    { ...command, grammar: 'root ::= "a"', logitBias: [["x", 1]], topLogprobs: 3 },
    MODEL,
  );
  expect(options).toMatchObject({ grammar: 'root ::= "a"', logit_bias: [["x", 1]], logprobs: 3 });
});
