/** The control port: a page sends the host a `ControlMessage`, the host the page a `HostMessage`. */
import * as z from "zod/mini";
import { catalogueEntrySchema } from "../contract/catalogue.ts";
import { fileSummarySchema } from "../contract/file-summary.ts";
import { engineHostStatusSchema } from "../contract/engine-host-status.ts";
import { versionSchema as v } from "./version.ts";

/** Facts about a page that decide whether the host starts a CPU worker there. */
export const pageStateSchema = z.object({
  /** Only in a cross-origin isolated page can a worker have threads. */
  isIsolated: z.boolean(),
  /** `frozen`: in the back/forward cache, or stopped by the browser. */
  visibility: z.enum(["visible", "hidden", "frozen"]),
});

const offeredFile = z.union([
  z.object({
    blob: z.instanceof(Blob),
    name: z.string(),
    /** The file that lets the model see. */
    projector: z.exactOptional(z.instanceof(Blob)),
  }),
  z.object({ url: z.string() }),
]);

/** Page to host. */
export const controlMessageSchema = z.discriminatedUnion("type", [
  /** Serve the request port that comes with this message. */
  z.object({ v, type: z.literal("serve") }),
  /** Load a model. Comes with a port on which the host answers once with a `LoadReply`. */
  z.object({ v, type: z.literal("load"), model: z.string() }),
  /** Each of the following comes with a port on which the host answers once with a `CommandReply`. */
  z.object({ v, type: z.literal("list-models") }),
  /** Answered when the model is installed; joins a running install. */
  z.object({ v, type: z.literal("install"), model: z.string() }),
  z.object({ v, type: z.literal("pause"), model: z.string() }),
  z.object({ v, type: z.literal("remove"), model: z.string() }),
  /** Describe a model file of a person's own. */
  z.object({ v, type: z.literal("examine-file"), file: offeredFile }),
  /** Add one. An `install` of the model is answered when it is stored. */
  z.object({ v, type: z.literal("add-file"), file: offeredFile }),
  /** Send a `status` message now and on every change. The page holds the Web Lock `lock` while it lives. */
  z.object({ v, type: z.literal("status"), lock: z.string() }),
  /** The settings in the store have changed: other engines' files may count in the catalogue now. */
  z.object({ v, type: z.literal("settings-changed") }),
  /** The sender's state, now and on every change. A page that has sent it can start CPU workers. */
  z.object({ v, type: z.literal("page"), state: pageStateSchema }),
  /** Answer with `alive`. */
  z.object({ v, type: z.literal("ping") }),
  /** Shut down: this host has stopped responding, and another one replaces it. */
  z.object({ v, type: z.literal("retire") }),
]);

/** Host to page, as an answer to `status` and on every change. */
export const statusReportSchema = z.object({ v, type: z.literal("status"), status: engineHostStatusSchema });

/** Host to page, as the answer to a `ping`: a host in a frozen page sends none. */
export const aliveSchema = z.object({ v, type: z.literal("alive") });

/** Host to a page that has sent its state: start a CPU worker. Comes with the ports that `StartPorts` describes. */
export const startCpuWorkerSchema = z.object({ v, type: z.literal("start-cpu-worker") });

/** Host to page, on the port of a `load`. */
export const loadReplySchema = z.discriminatedUnion("type", [
  z.object({ v, type: z.literal("loaded") }),
  z.object({ v, type: z.literal("load-failed"), message: z.string() }),
]);

/** Host to page, on the port of a command about models. */
export const commandReplySchema = z.discriminatedUnion("type", [
  z.object({ v, type: z.literal("done") }),
  z.object({ v, type: z.literal("models"), entries: z.readonly(z.array(catalogueEntrySchema)) }),
  z.object({ v, type: z.literal("file"), summary: fileSummarySchema }),
  z.object({ v, type: z.literal("adding"), model: z.string() }),
  z.object({ v, type: z.literal("refused"), reason: z.enum(["paused", "failed"]), message: z.string() }),
]);

export type PageState = z.infer<typeof pageStateSchema>;
export type ControlMessage = z.infer<typeof controlMessageSchema>;
export type HostMessage =
  | z.infer<typeof statusReportSchema>
  | z.infer<typeof aliveSchema>
  | z.infer<typeof startCpuWorkerSchema>;
export type LoadReply = z.infer<typeof loadReplySchema>;
export type CommandReply = z.infer<typeof commandReplySchema>;
