/** The two limits of a workspace as a person types them. */
import type { Limits } from "../../index.ts";

export interface LimitsText {
  readonly requests: string;
  readonly tokens: string;
}

export type LimitsInput =
  | { readonly type: "limits"; readonly limits: Limits }
  /** What is wrong with each of them; null where nothing is. */
  | { readonly type: "problems"; readonly requests: string | null; readonly tokens: string | null };

const MAX_LIMIT = 1_000_000_000;
const PROBLEM = "Give a whole number from 1 to 1,000,000,000.";

/** Spaces and commas between digits are tolerated: figures are copied with them. */
export function readLimits({ requests, tokens }: LimitsText): LimitsInput {
  const requestsPerMinute = wholeNumber(requests);
  const tokensPerMinute = wholeNumber(tokens);
  if (requestsPerMinute !== null && tokensPerMinute !== null) {
    return { type: "limits", limits: { requestsPerMinute, tokensPerMinute } };
  }
  return {
    type: "problems",
    requests: requestsPerMinute === null ? PROBLEM : null,
    tokens: tokensPerMinute === null ? PROBLEM : null,
  };
}

function wholeNumber(text: string): number | null {
  const digits = text.replaceAll(/[\s,]/g, "");
  const value = /^\d+$/.test(digits) ? Number(digits) : 0;
  return value >= 1 && value <= MAX_LIMIT ? value : null;
}
