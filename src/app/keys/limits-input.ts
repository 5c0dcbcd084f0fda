/** Parses the limits of a workspace from their text fields. */
import type { Limits } from "../../index.ts";

export interface LimitsText {
  readonly requests: string;
  readonly tokens: string;
}

export type LimitsInput =
  | { readonly type: "limits"; readonly limits: Limits }
  /** The error message of each field; null if the field is valid. */
  | { readonly type: "problems"; readonly requests: string | null; readonly tokens: string | null };

const MAX_LIMIT = 1_000_000_000;
const PROBLEM = `Enter a whole number from 1 to ${MAX_LIMIT.toLocaleString("en")}.`;

/** Ignores spaces and commas, because formatted numbers are copied with them. */
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
