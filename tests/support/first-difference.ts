import type { TokenLogprobs } from "../../src/engine/local/runtime.ts";

type Top = TokenLogprobs["top"];

/** The likeliest tokens of each step of a reply, whose likeliest one it takes. */
export type GreedyReply = readonly Top[];

/** Ends a reply. web-llm reports its step, llama.cpp does not. */
export const END = "<|im_end|>";

/** The first step at which two replies part. */
export interface Difference {
  readonly step: number;
  /** What the one reply takes there, and what the other does. */
  readonly tokens: readonly [string, string];
  /** The log-probabilities of both tokens in each of the replies; undefined for one that is not among the reported. */
  readonly logprobs: readonly (readonly [number | undefined, number | undefined])[];
  /**
   * How much likelier either reply's own token is than the other's, at most. Infinity where that is not known, except for
   * the end of a reply, which only one of them may report.
   */
  readonly gap: number;
}

/**
 * @param count steps at which the replies were cut off
 * @returns undefined for equal replies
 */
export function firstDifference(one: GreedyReply, other: GreedyReply, count: number): Difference | undefined {
  const [first, second] = [withEnd(one, count), withEnd(other, count)];
  const step = first.findIndex((top, index) => top[0]?.token !== second[index]?.[0]?.token);
  if (step < 0) return undefined;
  const tops = [first[step] ?? [], second[step] ?? []] as const;
  const tokens = [tops[0][0]?.token ?? "", tops[1][0]?.token ?? ""] as const;
  const logprobs = tops.map((top) => [logprob(top, tokens[0]), logprob(top, tokens[1])] as const);
  const gaps = logprobs.flatMap(([a, b]) => (a === undefined || b === undefined ? [] : [Math.abs(a - b)]));
  const isKnown = gaps.length === 2 || (gaps.length === 1 && tokens.includes(END));
  return { step, tokens, logprobs, gap: isKnown ? Math.max(...gaps) : Infinity };
}

/** The reply with a step for its end, unless it was cut off. */
function withEnd(reply: GreedyReply, count: number): GreedyReply {
  if (reply.length >= count || reply.at(-1)?.[0]?.token === END) return reply;
  return [...reply, [{ token: END, logprob: Number.NaN }]];
}

function logprob(top: Top, name: string): number | undefined {
  const found = top.find(({ token }) => token === name)?.logprob;
  return found === undefined || Number.isNaN(found) ? undefined : found;
}
