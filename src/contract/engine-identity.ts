import * as z from "zod/mini";

/** The engine as it runs here. Named in `system_fingerprint`, `x-insitu-engine`, `GET /models` and the status. */
export const engineIdentitySchema = z.object({
  /** For example `web-llm`. */
  name: z.string(),
  /** For example `0.2.86`. */
  version: z.string(),
  /** Number of threads, of an engine on the CPU. */
  threads: z.exactOptional(z.int().check(z.positive())),
  /** The adapter's description, of an engine on the GPU. */
  adapter: z.exactOptional(z.string()),
});

export type EngineIdentity = z.infer<typeof engineIdentitySchema>;
