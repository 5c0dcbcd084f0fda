/** Rate limits as OpenAI's headers and errors show them. */
import { ApiError } from "../openai/error.ts";
import type { Allowance } from "../store/store.ts";

/** A bucket that does not refill is never full again: headers then say one day. */
const MAX_DURATION_MS = 86_400_000;

/** OpenAI's rate-limit headers: limit, remaining and time until the bucket is full. */
export function rateLimitHeaders({ requests, tokens }: Allowance): Record<string, string> {
  return {
    "x-ratelimit-limit-requests": String(requests.limit),
    "x-ratelimit-remaining-requests": String(requests.remaining),
    "x-ratelimit-reset-requests": formatDuration(requests.resetMs),
    "x-ratelimit-limit-tokens": String(tokens.limit),
    "x-ratelimit-remaining-tokens": String(tokens.remaining),
    "x-ratelimit-reset-tokens": formatDuration(tokens.resetMs),
  };
}

/**
 * @throws {ApiError} 429 if no request was left, or, if the route spends tokens, no token
 */
export function checkAllowance({ allowed, requests, tokens }: Allowance, spendsTokens: boolean): void {
  if (!allowed) {
    throw new ApiError(429, `The limit of ${requests.limit} requests a minute is reached: try again later.`, {
      type: "requests",
      code: "rate_limit_exceeded",
      headers: retryAfter(requests.retryMs),
    });
  }
  if (spendsTokens && tokens.retryMs > 0) {
    throw new ApiError(429, `The limit of ${tokens.limit} tokens a minute is reached: try again later.`, {
      type: "tokens",
      code: "rate_limit_exceeded",
      headers: retryAfter(tokens.retryMs),
    });
  }
}

/** Both forms of the header: in seconds (RFC 9110) and in milliseconds, which OpenAI's clients prefer. */
export function retryAfter(milliseconds: number): Record<string, string> {
  const bounded = Math.min(MAX_DURATION_MS, Math.ceil(milliseconds));
  return { "retry-after": String(Math.ceil(bounded / 1000)), "retry-after-ms": String(bounded) };
}

/** A duration as OpenAI writes it: `20ms`, `1s`, `6m0s`, `1h0m0s`. */
export function formatDuration(milliseconds: number): string {
  const bounded = Math.min(MAX_DURATION_MS, Math.ceil(milliseconds));
  if (bounded === 0) return "0s";
  if (bounded < 1000) return `${bounded}ms`;
  const seconds = Math.ceil(bounded / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${seconds % 60}s`;
  if (hours > 0) return `${hours}h${minutes}m${tail}`;
  return minutes > 0 ? `${minutes}m${tail}` : tail;
}
