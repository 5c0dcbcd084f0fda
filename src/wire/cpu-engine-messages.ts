/**
 * The work of a CPU worker, on the port between it and the host's engine: one model, and replies by it. The worker runs
 * several replies at once; `id` tells them apart.
 */
import * as z from "zod/mini";
import { versionSchema as v } from "./version.ts";

const samplingSchema = z.object({
  temperature: z.number(),
  top_p: z.number(),
  presence_penalty: z.number(),
  frequency_penalty: z.number(),
  /** Absent for a random one. */
  seed: z.exactOptional(z.int()),
});

/** Added to the logits of a token, or of every token of a text, once for each time that it is in the text. */
const logitBiasSchema = z.tuple([z.union([z.int(), z.string()]), z.number()]);

/** Host to worker. */
export const cpuCommandSchema = z.discriminatedUnion("type", [
  /** Comes once, before everything else. Answered with `loaded` or `load-failed`. */
  z.object({
    v,
    type: z.literal("load"),
    /** A GGUF file, or the parts of a split one in order. */
    files: z.array(z.instanceof(Blob)),
    /** The GGUF file that turns images into embeddings; absent for a model that takes none. */
    projector: z.exactOptional(
      z.object({
        file: z.instanceof(Blob),
        /** Tokens that have to be processed at once. */
        minBatch: z.int(),
        /** Limit of the tokens of an image; absent for llama.cpp's own. */
        maxTokens: z.exactOptional(z.int()),
      }),
    ),
    /** Tokens of prompt and reply together. */
    contextLength: z.int(),
    /** As many as the worker may use at most. */
    threads: z.int(),
  }),
  /** Answered with `prefill` and `token`, then with `end` or `reply-failed`. */
  z.object({
    v,
    type: z.literal("reply"),
    id: z.int(),
    /** Texts, and images as files that the browser decodes, in order. */
    prompt: z.array(z.union([z.string(), z.instanceof(Blob)])),
    maxTokens: z.int(),
    sampling: samplingSchema,
    /** GBNF that the whole reply is held to. */
    grammar: z.exactOptional(z.string()),
    /** For the penalties, which llama.cpp also applies to the tokens of the prompt. */
    logitBias: z.array(logitBiasSchema),
    /** Report this many of the likeliest tokens of each step; 0 for none. */
    topLogprobs: z.int(),
  }),
  /** End the reply after its current batch of tokens. Answered with its `end`, unless that was sent already. */
  z.object({ v, type: z.literal("cancel"), id: z.int() }),
]);

export const cpuFailureSchema = z.enum([
  /** Too little memory. */
  "memory",
  /** The model's file is damaged or not a GGUF file. */
  "bad-file",
  /** llama.cpp does not know the model's architecture or tokenizer. */
  "unsupported",
  /** llama.cpp's own files could not be fetched or started. */
  "engine-files",
  /** llama.cpp has stopped: the worker is useless from now on. */
  "crashed",
  /** llama.cpp cannot parse the grammar. */
  "grammar",
  /** The prompt is longer than the context. */
  "context",
  "other",
]);

/** Worker to host. */
export const cpuEventSchema = z.discriminatedUnion("type", [
  /** `fraction` of the file that is read, 0 to 1. */
  z.object({ v, type: z.literal("load-progress"), fraction: z.number() }),
  z.object({ v, type: z.literal("loaded"), threads: z.int() }),
  /** `detail` is what llama.cpp says, for a developer. */
  z.object({ v, type: z.literal("load-failed"), kind: cpuFailureSchema, detail: z.string() }),
  /** `fraction` of the prompt that is processed, 0 to 1. */
  z.object({ v, type: z.literal("prefill"), id: z.int(), fraction: z.number() }),
  z.object({
    v,
    type: z.literal("token"),
    id: z.int(),
    /** Whole characters: a token that ends within one has its text in a later message. */
    text: z.string(),
    /** Likeliest first, with natural-log probabilities. */
    top: z.exactOptional(z.array(z.object({ token: z.string(), logprob: z.number() }))),
  }),
  z.object({
    v,
    type: z.literal("end"),
    id: z.int(),
    /** `stop` for a cancelled reply too. */
    reason: z.enum(["stop", "length"]),
    promptTokens: z.int(),
    /** Tokens of the prompt that needed no prefill. */
    cachedTokens: z.int(),
    completionTokens: z.int(),
  }),
  z.object({ v, type: z.literal("reply-failed"), id: z.int(), kind: cpuFailureSchema, detail: z.string() }),
]);

export type CpuCommand = z.infer<typeof cpuCommandSchema>;
export type LoadCommand = CpuCommand & { readonly type: "load" };
export type ReplyCommand = CpuCommand & { readonly type: "reply" };
export type CpuEvent = z.infer<typeof cpuEventSchema>;
export type CpuFailure = z.infer<typeof cpuFailureSchema>;
export type TopTokens = NonNullable<(CpuEvent & { readonly type: "token" })["top"]>;
