import { expect, it } from "vitest";
import type { Engine } from "../contract/engine.ts";
import type { StreamPart } from "../contract/stream-part.ts";
import { createReplySpeedMeter } from "./reply-speed-meter.ts";

const request = { id: "a", owner: "b", model: "m" } as Parameters<Engine["generate"]>[0];

it("measures the speed of the current reply, and none before and after it", async () => {
  const clock = { now: 0 };
  const meter = createReplySpeedMeter(() => clock.now);
  const engine: Engine = {
    async *generate(): AsyncGenerator<StreamPart> {
      for (let token = 0; token < 50; token += 1) yield { type: "text", text: "x" };
    },
  };
  const seen: (number | null)[] = [];
  for await (const part of meter.measure(engine).generate(request, new AbortController().signal)) {
    clock.now += part.type === "text" ? 100 : 0;
    seen.push(meter.tokensPerSecond());
  }
  expect(seen[0]).toBeNull();
  expect(seen[1]).toBeCloseTo(5);
  expect(seen[20]).toBeGreaterThan(9);
  expect(seen[49]).toBeGreaterThan(9);
  expect(meter.tokensPerSecond()).toBeNull();
});

it("drops when no more tokens come", async () => {
  const clock = { now: 0 };
  const meter = createReplySpeedMeter(() => clock.now);
  const engine: Engine = {
    async *generate(): AsyncGenerator<StreamPart> {
      yield { type: "text", text: "a" };
      yield { type: "tool-arguments", index: 0, text: "b" };
      yield { type: "waiting", phase: "prefill" };
    },
  };
  for await (const part of meter.measure(engine).generate(request, new AbortController().signal)) {
    clock.now += part.type === "waiting" ? 1_000 : 10;
  }
  expect(meter.tokensPerSecond()).toBeNull();
});
