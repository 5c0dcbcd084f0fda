/** Figures and states in words for a person. */
import type { ModelProgress } from "../../index.ts";
import { describeBytes } from "../../format/describe-bytes.ts";
import type { ReplyTiming } from "../conversations/conversation.ts";

const wholePercent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** A short word for the header. */
export function describeState(progress: ModelProgress | null): string {
  switch (progress?.state) {
    case undefined:
      return "Not loaded yet";
    case "downloading":
      return `Downloading ${wholePercent.format(progress.fraction)}`;
    case "verifying":
      return `Checking ${wholePercent.format(progress.fraction)}`;
    case "loading":
      return `Loading ${wholePercent.format(progress.fraction)}`;
    case "ready":
      return "Ready";
    case "failed":
      return "Failed";
  }
}

/** One line for the place where a reply is waited for. */
export function describeProgress(progress: ModelProgress): string {
  if (progress.state !== "downloading" || progress.totalBytes === 0) return progress.text;
  const { loadedBytes, totalBytes, fraction } = progress;
  const done = `${describeBytes(loadedBytes)} of ${describeBytes(totalBytes)}`;
  return `Downloading: ${done} (${wholePercent.format(fraction)})`;
}

/** "24 tokens · 6.3 tokens/s · first after 0.4 s". The rate counts the tokens after the first text. */
export function describeTiming(timing: ReplyTiming): string {
  const { completionTokens, decodeMilliseconds, firstTextMilliseconds } = timing;
  const parts = [`${completionTokens} ${completionTokens === 1 ? "token" : "tokens"}`];
  if (completionTokens > 1 && decodeMilliseconds > 0) {
    parts.push(`${oneDecimal.format((completionTokens - 1) / (decodeMilliseconds / 1000))} tokens/s`);
  }
  parts.push(`first after ${oneDecimal.format(firstTextMilliseconds / 1000)} s`);
  return parts.join(" · ");
}
