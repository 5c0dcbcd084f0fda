/** The catalogue as pages see it: what can be installed, what is, and what can run here. */
import * as z from "zod/mini";

const bytes = z.number();

const installingSchema = z.object({
  type: z.literal("installing"),
  /** `waiting`: another model is being downloaded; one is at a time. */
  phase: z.enum(["waiting", "downloading", "verifying"]),
  /** Bytes of all the model's files that are on this machine. */
  loadedBytes: bytes,
  /** Null until the model's list of files is there. */
  totalBytes: z.nullable(bytes),
  /** Over the last few seconds; null where nothing arrived in them. */
  bytesPerSecond: z.nullable(bytes),
  secondsLeft: z.nullable(bytes),
  /** One line where the connection broke and is tried again, else null. */
  problem: z.nullable(z.string()),
});

/** An install that is not complete. */
export const installStateSchema = z.discriminatedUnion("type", [
  installingSchema,
  z.object({ type: z.literal("paused"), loadedBytes: bytes, totalBytes: z.nullable(bytes) }),
  z.object({
    type: z.literal("failed"),
    /** One line: what was wrong and what would help. */
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
  /** Null where it is not known. */
  license: z.nullable(z.string()),
  /** Tokens of prompt and reply together; null where only the model's files tell. */
  contextLength: z.nullable(z.int()),
  inputModalities: z.readonly(z.array(z.enum(["text", "image"]))),
  /** GPU memory that the loaded model takes. */
  memoryBytes: z.nullable(bytes),
  /** Null where only the model's files tell. */
  downloadBytes: z.nullable(bytes),
  /** `embedded`: part of the deployment, installed by the first request too. */
  source: z.enum(["embedded", "catalogue"]),
  /** The host that the files come from. */
  origin: z.string(),
  state: catalogueStateSchema,
  /** Whether this device can run it, and if not, why. */
  fits: z.discriminatedUnion("type", [
    z.object({ type: z.literal("yes") }),
    z.object({ type: z.literal("no"), reason: z.string() }),
  ]),
});

/** What a running install is at. */
export type InstallProgress = z.infer<typeof installingSchema>;
export type InstallState = z.infer<typeof installStateSchema>;
export type CatalogueEntry = z.infer<typeof catalogueEntrySchema>;
