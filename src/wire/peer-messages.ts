/**
 * Between engine workers of one deployment, over a BroadcastChannel. Where a SharedWorker has no GPU adapter every tab
 * has a worker of its own, and each tells the others what it installs.
 */
import * as z from "zod/mini";
import { installsSchema } from "../contract/catalogue.ts";
import { versionSchema as v } from "./version.ts";

export const peerMessageSchema = z.discriminatedUnion("type", [
  /** A worker has started: tell it what you are at. */
  z.object({ v, type: z.literal("hello") }),
  /** What the sender installs. It holds the Web Lock `lock` for as long as it lives. */
  z.object({ v, type: z.literal("installs"), lock: z.string(), installs: installsSchema }),
  /** The catalogue's entries have changed in more than the progress of an install. */
  z.object({ v, type: z.literal("changed") }),
  /** Pause the model's install, if it is yours. */
  z.object({ v, type: z.literal("pause"), model: z.string() }),
  /** The model is being removed: free the memory that it takes. */
  z.object({ v, type: z.literal("unload"), model: z.string() }),
]);

export type Installs = z.infer<typeof installsSchema>;
export type PeerMessage = z.infer<typeof peerMessageSchema>;
