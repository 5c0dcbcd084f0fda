import type { EngineHostStatus } from "../../src/index.ts";
import type { Outcome } from "./in-page.ts";

/** One line: model, engine, adapter or threads, tokens, seconds to the first token and tokens per second. */
export function summarise({ host, usage, firstToken, end }: Extract<Outcome, { type: "answered" }>): string {
  const { engine, model } = host;
  const tokens = `${usage.prompt_tokens} + ${usage.completion_tokens} tokens`;
  const parts = [model?.id ?? "no model", `${engine.name} ${engine.version}`, processor(host), tokens];
  if (firstToken === undefined) {
    parts.push(`${seconds(end)} in all`, rate(usage.completion_tokens, end));
  } else {
    // The time to the first token is that of the prompt; the rest is the rate of decoding.
    parts.push(
      `first token after ${seconds(firstToken)}`,
      rate(usage.completion_tokens - 1, end - firstToken),
    );
  }
  return parts.filter((part) => part !== "").join(" · ");
}

function processor({ adapter, engine: { threads } }: EngineHostStatus): string {
  if (threads !== undefined) return `CPU, ${threads} thread${threads === 1 ? "" : "s"}`;
  return adapter === null
    ? "no GPU adapter"
    : `${adapter.description}${adapter.software ? " (software)" : ""}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

function rate(tokens: number, milliseconds: number): string {
  return tokens > 0 && milliseconds > 0 ? `${((tokens * 1000) / milliseconds).toFixed(1)} tokens/s` : "";
}
