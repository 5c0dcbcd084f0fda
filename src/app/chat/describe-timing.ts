import type { ReplyTiming } from "../conversations/conversation.ts";
import { countOf } from "../ui/format.ts";

const percent = new Intl.NumberFormat("en", { style: "percent", roundingMode: "floor" });
const oneDecimal = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** "24 tokens · 6.3 tokens/s · first after 0.4 s · 90% of the prompt reused". The rate counts the tokens after the first text. */
export function describeTiming(timing: ReplyTiming): string {
  const { completionTokens, decodeMilliseconds, firstTextMilliseconds, promptTokens, cachedTokens } = timing;
  const parts = [countOf(completionTokens, "token")];
  if (completionTokens > 1 && decodeMilliseconds > 0) {
    parts.push(`${oneDecimal.format((completionTokens - 1) / (decodeMilliseconds / 1000))} tokens/s`);
  }
  parts.push(`first after ${oneDecimal.format(firstTextMilliseconds / 1000)} s`);
  if (cachedTokens > 0) parts.push(`${percent.format(cachedTokens / promptTokens)} of the prompt reused`);
  return parts.join(" · ");
}
