/** A chunk of a completion that llama.cpp streams, as far as it is used here. */
import * as z from "zod/mini";

const topTokensSchema = z.array(z.object({ token: z.string(), logprob: z.number() }));

export const completionChunkSchema = z.object({
  choices: z.array(
    z.object({
      text: z.string(),
      /** Null before the last chunk. */
      finish_reason: z.nullable(z.string()),
      logprobs: z.nullish(z.object({ content: z.array(z.object({ top_logprobs: topTokensSchema })) })),
    }),
  ),
  /** In chunks before the first token. `processed` includes tokens that were cached. */
  prompt_progress: z.optional(z.object({ total: z.number(), processed: z.number() })),
  timings: z.object({
    /** Tokens of the prompt that were cached. */
    cache_n: z.number(),
    /** Tokens of the prompt that were processed. */
    prompt_n: z.number(),
    predicted_n: z.number(),
    predicted_ms: z.number(),
  }),
});

export type CompletionChunk = z.infer<typeof completionChunkSchema>;
