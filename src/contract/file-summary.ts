import * as z from "zod/mini";

const bytes = z.number();

/** A model file of a person's own, as its header describes it. */
export const fileSummarySchema = z.object({
  name: z.string(),
  /** The engine's name of the model's kind, such as `llama`. */
  architecture: z.string(),
  parameters: z.number(),
  /** Such as `Q4_K_M`. */
  quantization: z.string(),
  /** Tokens of prompt and reply together that the model gets here. */
  contextLength: z.int(),
  /** Tokens that it was trained for; null if unknown. */
  trainedContextLength: z.nullable(z.int()),
  license: z.nullable(z.string()),
  /** Name of the chat template that was chosen by the vocabulary, such as `Gemma`; null if the file has its own. */
  chosenTemplate: z._default(z.nullable(z.string()), null),
  /** Images only with a projector. */
  inputModalities: z._default(z.array(z.enum(["text", "image"])), ["text"]),
  /** Of all files. */
  bytes,
  /** Memory of the loaded model. */
  memoryBytes: bytes,
  /** A sentence that says why the model cannot be used; null if it can. */
  problem: z.nullable(z.string()),
});

/** The data that make a model of such a file. */
export const fileDetailsSchema = z.object({
  summary: fileSummarySchema,
  /** The file's author, or "unknown". */
  author: z.string(),
  /** Bytes before the weights. */
  headerBytes: z.int(),
  /** The file that lets the model see, if there is one. It follows the model's. */
  projector: z.exactOptional(z.object({ bytes, headerBytes: z.int() })),
});

/** Such a file at an address, from which it can be downloaded again. */
export const remoteFileSchema = z.extend(fileDetailsSchema, { url: z.string() });

export type FileSummary = z.infer<typeof fileSummarySchema>;
export type FileDetails = z.infer<typeof fileDetailsSchema>;
