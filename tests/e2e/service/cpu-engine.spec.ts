/** llama.cpp in a CPU worker, with the embedded model's upstream file. */
import type { CpuModule } from "../../support/cpu-test.ts";
import { expect, test } from "../../support/cpu-test.ts";

declare global {
  var cpu: CpuModule;
}

const GGUF = "/models/smollm2-135m-instruct/SmolLM2-135M-Instruct.Q4_1.gguf";

const prompt = (question: string) =>
  `<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\n${question}<|im_end|>\n<|im_start|>assistant\n`;
const PARIS = prompt("What is the capital of France?");

test("answers, with progress and log-probabilities, and keeps prefixes", async ({ cpuPage }) => {
  const { progress, paris, other, again } = await cpuPage.evaluate(
    async ([gguf, paris, other]) => {
      const engine = await cpu.loadCpu(gguf);
      return {
        progress: engine.progress,
        paris: await engine.reply(paris, { topLogprobs: 2 }),
        other: await engine.reply(other, { maxTokens: 2 }),
        again: await engine.reply(paris),
      };
    },
    [GGUF, PARIS, "Once upon a time there was a fox"] as const,
  );
  expect(progress.length).toBeGreaterThan(2);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));

  const { end } = paris;
  expect(end).toMatchObject({ decoded: "The capital of France is Paris.", reason: "stop", cachedTokens: 0 });
  expect(paris.texts.at(0)).toBe("The");
  expect(paris.prefill.at(-1)).toBe(1);
  expect(paris.firstLogprobs?.map(({ token }) => token)).toEqual(["The", "La"]);
  expect(paris.firstLogprobs?.[0]?.logprob).toBeCloseTo(-1.673, 2);

  expect(other.end).toMatchObject({ reason: "length", completionTokens: 2 });
  // All of its 27 tokens but the last, which llama.cpp needs for the first token of the reply.
  expect(again.end).toMatchObject({ decoded: end.decoded, cachedTokens: 26 });
});

test("cancels after the current batch of a prompt, and after the current token of a reply", async ({
  cpuPage,
}) => {
  const { inPrefill, inDecode, after } = await cpuPage.evaluate(
    async ([gguf, paris, long]) => {
      const engine = await cpu.loadCpu(gguf);
      return {
        inPrefill: await engine.reply(long, { interruptAfter: { type: "prefill", count: 2 } }),
        inDecode: await engine.reply(paris, { interruptAfter: { type: "token", count: 2 } }),
        after: await engine.reply(paris),
      };
    },
    [GGUF, PARIS, "one two three ".repeat(100)] as const,
  );
  expect(inPrefill.prefill.length).toBeLessThanOrEqual(3);
  expect(inPrefill.end).toMatchObject({ decoded: "", reason: "stop", completionTokens: 0 });
  expect(inDecode.texts.length).toBeLessThanOrEqual(4);
  expect(inDecode.end).toMatchObject({ reason: "stop", completionTokens: inDecode.texts.length });
  expect(after.end.decoded).toBe("The capital of France is Paris.");
});

test("holds a reply to a grammar, in whole characters, and survives requests that llama.cpp refuses", async ({
  cpuPage,
}) => {
  const { constrained, characters, coldest, failures, after } = await cpuPage.evaluate(
    async ([gguf, paris]) => {
      const engine = await cpu.loadCpu(gguf, { contextLength: 256 });
      const held = (grammar: string) => ({ constraint: { kind: "whole", grammar } as const });
      const failure = (reply: Promise<unknown>) =>
        reply.then(
          () => "no failure",
          (error: { code?: string; kind?: string }) => error.code ?? error.kind,
        );
      return {
        constrained: await engine.reply(paris, held('root ::= "{" [a-z]+ "}"')),
        characters: await engine.reply(paris, held('root ::= "🦊é" "x"')),
        coldest: await engine.reply(paris, { sampling: { temperature: 1e-40 } }),
        failures: [
          await failure(engine.reply(paris, held("root ::= ("))),
          await failure(engine.reply("one ".repeat(300))),
        ],
        after: await engine.reply(`\u{D83D} \0 ${paris}`, { sampling: { temperature: 0, seed: -1 } }),
      };
    },
    [GGUF, PARIS] as const,
  );
  expect(constrained.end).toMatchObject({ decoded: expect.stringMatching(/^\{[a-z]+\}$/), reason: "stop" });
  expect(characters.texts).toEqual(["🦊", "🦊é", "🦊éx"]);
  expect(coldest.end.decoded).toBe("The capital of France is Paris.");
  expect(failures).toEqual(["invalid", "context"]);
  expect(after.end.decoded).not.toBe("");
});

test("penalises repetitions of the reply, not of the prompt", async ({ cpuPage }) => {
  const { end } = await cpuPage.evaluate(
    async ([gguf, paris]) => {
      const engine = await cpu.loadCpu(gguf, {
        controlTokens: [
          { text: "<|im_start|>", id: 1 },
          { text: "<|im_end|>", id: 2 },
        ],
      });
      return await engine.reply(paris, { sampling: { temperature: 0, frequency_penalty: 2 } });
    },
    [GGUF, PARIS] as const,
  );
  expect(end).toMatchObject({ decoded: "The capital of France is Paris.", reason: "stop" });
});

test("lets no half of a character through where the model writes one before a word", async ({ cpuPage }) => {
  const { end } = await cpuPage.evaluate(async (gguf) => {
    // The bias that makes up for the penalty of control tokens makes two tokens likelier than all others: "The", and the
    // byte CB, which begins a character. The penalty of the reply's own tokens makes them take turns.
    const engine = await cpu.loadCpu(gguf, {
      controlTokens: [
        { text: "x", id: 150 },
        { text: "y", id: 504 },
      ],
    });
    const sampling = { temperature: 0, frequency_penalty: 2 };
    return await engine.reply("xy".repeat(40), { sampling, maxTokens: 24 });
  }, GGUF);
  expect(end).toMatchObject({ reason: "length", completionTokens: 24 });
  expect(end.decoded).toMatch(/^(?:The)+[\u02C0-\u02FF]+(?:The)+$/);
});

test("gives each cause of a failed load its kind", async ({ cpuPage }) => {
  const kinds = await cpuPage.evaluate(async (gguf) => {
    const ascii = (text: string, position: number) =>
      Array.from(text, (character, index) => [position + index, character.charCodeAt(0)] as const);
    const kindOf = (load: Promise<unknown>) =>
      load.then(
        () => "loaded",
        ({ kind }: { kind?: string }) => kind,
      );
    return [
      await kindOf(cpu.loadCpu(gguf, { damage: ascii("x", 0) })),
      await kindOf(cpu.loadCpu(gguf, { damage: ascii("xxxx", 1000) })),
      // The value of the first key, `general.architecture`.
      await kindOf(cpu.loadCpu(gguf, { damage: ascii("lxxma", 64) })),
      await kindOf(cpu.loadCpu(gguf, { contextLength: 2_000_000 })),
      await kindOf(cpu.loadCpu("/blank.html")),
    ];
  }, GGUF);
  expect(kinds).toEqual(["bad-file", "bad-file", "unsupported", "memory", "bad-file"]);
});
