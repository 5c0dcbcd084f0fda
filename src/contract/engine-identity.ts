import * as z from "zod/mini";

/** The engine that generates. Named in `system_fingerprint`, `x-insitu-engine` and the status page. */
export const engineIdentitySchema = z.object({
  /** For example `web-llm`. */
  name: z.string(),
  /** For example `0.2.86`. */
  version: z.string(),
});

export type EngineIdentity = z.infer<typeof engineIdentitySchema>;
