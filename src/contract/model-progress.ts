import * as z from "zod/mini";

/** Progress of a model load. */
export const modelProgressSchema = z.object({
  id: z.string(),
  state: z.enum(["downloading", "verifying", "loading", "ready", "failed"]),
  /** Bytes of model files present so far, and in all, while downloading or verifying. */
  loadedBytes: z.int(),
  totalBytes: z.int(),
  /** 0 to 1 within the state. */
  fraction: z.number(),
  /** One line for a person: the step under way, or what failed. */
  text: z.string(),
});

export type ModelProgress = Readonly<z.infer<typeof modelProgressSchema>>;
