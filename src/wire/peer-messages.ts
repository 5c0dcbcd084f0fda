/**
 * Between engine workers of one deployment, over a BroadcastChannel. There is one as a rule. Two builds
 * have one each, as have pages with a GPU adapter and pages without one; each reports its installs to the others.
 */
import * as z from "zod/mini";
import { installsSchema } from "../contract/catalogue.ts";
import { versionSchema as v } from "./version.ts";

export const peerMessageSchema = z.discriminatedUnion("type", [
  /** A worker has started: send it your installs. */
  z.object({ v, type: z.literal("hello") }),
  /** The sender's installs. It holds the Web Lock `lock` for as long as it lives. */
  z.object({ v, type: z.literal("installs"), lock: z.string(), installs: installsSchema }),
  /** The catalogue has changed in more than the progress of an install. */
  z.object({ v, type: z.literal("changed") }),
  /** Pause the install of the model, if it runs in your worker. */
  z.object({ v, type: z.literal("pause"), model: z.string() }),
  /** The model is being removed: unload it. */
  z.object({ v, type: z.literal("unload"), model: z.string() }),
]);

export type Installs = z.infer<typeof installsSchema>;
export type PeerMessage = z.infer<typeof peerMessageSchema>;
