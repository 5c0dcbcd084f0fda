/** The catalogue as pages see it: models that can be installed, their state, and whether they can run here. */
import * as z from "zod/mini";

const bytes = z.number();

const installingSchema = z.object({
  type: z.literal("installing"),
  /** `waiting`: another model is being downloaded, and there is one download at a time. */
  phase: z.enum(["waiting", "downloading", "verifying"]),
  /** Bytes of the model's files that are stored on this machine. */
  loadedBytes: bytes,
  /** Null until the model's list of files is known. */
  totalBytes: z.nullable(bytes),
  /** Over the last few seconds; null if nothing arrived. */
  bytesPerSecond: z.nullable(bytes),
  secondsLeft: z.nullable(bytes),
  /** One line while a broken connection is being retried, else null. */
  problem: z.nullable(z.string()),
});

/** An install that is not complete. */
export const installStateSchema = z.discriminatedUnion("type", [
  installingSchema,
  z.object({ type: z.literal("paused"), loadedBytes: bytes, totalBytes: z.nullable(bytes) }),
  z.object({
    type: z.literal("failed"),
    /** One line: the problem and a remedy. */
    message: z.string(),
    loadedBytes: bytes,
    totalBytes: z.nullable(bytes),
  }),
]);

export const installsSchema = z.readonly(z.array(z.object({ id: z.string(), state: installStateSchema })));

const catalogueStateSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("not-installed") }),
  ...installStateSchema.def.options,
  z.object({ type: z.literal("installed"), bytes }),
]);

export const catalogueEntrySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  ownedBy: z.string(),
  /** Null if unknown. */
  license: z.nullable(z.string()),
  /** Tokens of prompt and reply together; null if only the model's files say it. */
  contextLength: z.nullable(z.int()),
  inputModalities: z.readonly(z.array(z.enum(["text", "image"]))),
  /** The processor that runs it here; where nothing can, the one that its files are for. */
  processor: z.enum(["gpu", "cpu"]),
  /** Memory of the loaded model, on the GPU if that runs it. */
  memoryBytes: z.nullable(bytes),
  /** Null if only the model's files say it. */
  downloadBytes: z.nullable(bytes),
  /** `embedded`: part of the deployment; the first request installs it, too. */
  source: z.enum(["embedded", "catalogue"]),
  /** The host that the files come from; empty for a person's own file. */
  origin: z.string(),
  state: catalogueStateSchema,
  /** The model's compatibility with this device, with the reason if it cannot run. */
  fits: z.discriminatedUnion("type", [
    z.object({ type: z.literal("yes") }),
    z.object({ type: z.literal("no"), reason: z.string() }),
  ]),
});

/** Progress of a running install. */
export type InstallProgress = z.infer<typeof installingSchema>;
export type InstallState = z.infer<typeof installStateSchema>;
export type CatalogueEntry = z.infer<typeof catalogueEntrySchema>;
