/**
 * Between pages of a deployment whose engine runs in a dedicated worker. One page leads: it has the worker. The others
 * follow: they connect to that worker through the leader.
 */
import * as z from "zod/mini";
import { versionSchema as v } from "./version.ts";

/**
 * Prefix of the Web Lock of a host in a dedicated worker. A page that becomes the leader in the place of a frozen one
 * finds the workers that have to end by it.
 */
export const DEDICATED_HOST_LOCK = "insitu-dedicated-host";

/**
 * Service worker to page: another page looks for the leader, and this port is its end of a channel between the two. The
 * leader ends its worker first if that is among the instances that were found to hang.
 */
export const followerSchema = z.object({
  v,
  type: z.literal("follower"),
  port: z.instanceof(MessagePort),
  hung: z.readonly(z.array(z.string())),
});

/** Service worker to page, on the port of a `find-leader`: this page's ends of the channels. */
export const channelsSchema = z.object({
  v,
  type: z.literal("channels"),
  ports: z.readonly(z.array(z.instanceof(MessagePort))),
});

/** Leader to follower, on the port between them: the worker answers on it as soon as it has started. */
export const leadingSchema = z.object({ v, type: z.literal("leading") });

/** Leader to its worker: the port that comes with this message is the control port of another page. */
export const connectSchema = z.object({ v, type: z.literal("connect") });

export type Leading = z.infer<typeof leadingSchema>;
export type Connect = z.infer<typeof connectSchema>;
export type Follower = z.infer<typeof followerSchema>;
export type Channels = z.infer<typeof channelsSchema>;
