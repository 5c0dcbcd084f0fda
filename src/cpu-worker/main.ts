/**
 * The entry of the CPU worker: a dedicated worker that a page starts for the engine's host. Its thread must never
 * compute for seconds, or the host takes it for frozen: llama.cpp runs in workers of its own.
 */
import { workerPortsSchema } from "../wire/cpu-worker-messages.ts";
import { keepLifeline } from "./lifeline.ts";
import { serveEngine } from "./serve-engine.ts";

addEventListener("message", ({ data, ports }) => {
  if (!workerPortsSchema.safeParse(data).success) return;
  const [engine, lifeline] = ports;
  if (engine !== undefined) serveEngine(engine);
  if (lifeline !== undefined) void keepLifeline(lifeline, navigator.locks, () => close());
});
