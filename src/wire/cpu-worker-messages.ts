/**
 * The start, life and end of a CPU worker, on ports of its own. What it computes is no concern of these messages: that
 * travels on the engine's port.
 */
import * as z from "zod/mini";
import { versionSchema as v } from "./version.ts";

/**
 * The ports that come with a `start-cpu-worker`, in this order. Every CPU worker has its own: a late message of one that
 * was replaced reaches nobody.
 */
export type StartPorts = readonly [
  /** Between the host and the context that starts the worker. */
  starter: MessagePort,
  /** Between the host's engine and the worker. */
  engine: MessagePort,
  /** Between the host and the worker, about the worker's life. */
  lifeline: MessagePort,
];

/** Starter to host, on the port `starter`. */
export const starterMessageSchema = z.discriminatedUnion("type", [
  /** It has got the ports; the worker greets on the lifeline as soon as it runs. */
  z.object({ v, type: z.literal("starting") }),
  /** The worker could not be started, or has ended. `reason` is a sentence for a person. */
  z.object({ v, type: z.literal("ended"), reason: z.string() }),
]);

/** Host to starter, on the port `starter`, and host to worker, on the lifeline: the worker is no longer wanted. */
export const endSchema = z.object({ v, type: z.literal("end") });

/** The starter's only message to the worker. It comes with the ports `engine` and `lifeline`, in this order. */
export const workerPortsSchema = z.object({ v, type: z.literal("ports") });

/** Host to worker, on the lifeline. */
export const lifelineMessageSchema = z.discriminatedUnion("type", [
  z.object({ v, type: z.literal("ping") }),
  endSchema,
]);

/** Worker to host, on the lifeline. */
export const lifeSignSchema = z.discriminatedUnion("type", [
  /** It runs, and holds the Web Lock `lock` while it lives. */
  z.object({ v, type: z.literal("hello"), lock: z.string() }),
  /** The answer to a `ping`: a frozen worker keeps its lock, but does not answer. */
  z.object({ v, type: z.literal("alive") }),
]);

export type StarterMessage = z.infer<typeof starterMessageSchema>;
export type End = z.infer<typeof endSchema>;
export type WorkerPorts = z.infer<typeof workerPortsSchema>;
export type LifelineMessage = z.infer<typeof lifelineMessageSchema>;
export type LifeSign = z.infer<typeof lifeSignSchema>;
