import { expect, it } from "vitest";
import { describeEngine } from "./describe-engine.ts";

it("names the engine and the processor that it runs on", () => {
  const cpu = { name: "wllama", version: "3.8.1" };
  expect(describeEngine({ ...cpu, threads: 1 })).toBe("wllama 3.8.1 on the CPU, with 1 thread");
  expect(describeEngine({ ...cpu, threads: 3 })).toBe("wllama 3.8.1 on the CPU, with 3 threads");
  const gpu = { name: "web-llm", version: "0.2.86" };
  expect(describeEngine({ ...gpu, adapter: "Apple M3" })).toBe("web-llm 0.2.86 on Apple M3");
  expect(describeEngine(gpu)).toBe("web-llm 0.2.86");
});
