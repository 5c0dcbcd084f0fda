import { expect, it } from "vitest";
import { summarise } from "./summary.ts";

const host = {
  instance: "i",
  lock: "lock",
  kind: "shared-worker",
  engine: { name: "web-llm", version: "0.2.86" },
  adapter: { description: "SwiftShader", software: true },
  model: { id: "m", state: "ready", loadedBytes: 1, totalBytes: 1, fraction: 1, text: "" },
  installs: [],
  catalogueRevision: 0,
} as const;
const usage = { prompt_tokens: 40, completion_tokens: 11 };

it("tells the first token's time apart from the pace of the others", () => {
  expect(summarise({ type: "answered", host, usage, firstToken: 2000, end: 4000 })).toBe(
    "m · web-llm 0.2.86 · SwiftShader (software) · 40 + 11 tokens · first token after 2.00 s · 5.0 tokens/s",
  );
});

it("gives the whole time of a reply that was not streamed", () => {
  expect(summarise({ type: "answered", host: { ...host, adapter: null }, usage, end: 5500 })).toBe(
    "m · web-llm 0.2.86 · no GPU adapter · 40 + 11 tokens · 5.50 s in all · 2.0 tokens/s",
  );
});

it("gives the threads of an engine on the CPU, which needs no adapter", () => {
  const engine = { name: "wllama", version: "3.8.1", threads: 2 };
  expect(summarise({ type: "answered", host: { ...host, engine }, usage, end: 5500 })).toBe(
    "m · wllama 3.8.1 · CPU, 2 threads · 40 + 11 tokens · 5.50 s in all · 2.0 tokens/s",
  );
});

it("gives no pace for a single token", () => {
  const one = { prompt_tokens: 40, completion_tokens: 1 };
  expect(summarise({ type: "answered", host, usage: one, firstToken: 2000, end: 2000 })).not.toContain(
    "tokens/s",
  );
});
