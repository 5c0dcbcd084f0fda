import type { EngineName } from "../../src/contract/engine-name.ts";

/** Figures of the requested parts. */
export interface Report {
  readonly engines?: EngineReport;
  readonly prefixes?: readonly PrefixReport[];
  readonly app?: AppReport;
}

/** Times to the first token with one engine, for prompts of about `words` tokens. */
export interface PrefixReport {
  readonly engine: EngineName;
  readonly words: number;
  readonly rows: readonly PrefixRow[];
}

/** Each round's time to the first token, relative to a prompt of the same length that shares nothing with an earlier one. */
export interface PrefixRow {
  readonly name: string;
  readonly ratios: readonly number[];
}

/** Main-thread time in a conversation of 2,000 messages divided by that in one of 10, per round. */
export interface AppReport {
  readonly typing: readonly number[];
  readonly scrolling: readonly number[];
}

/** Figures of one run. Rates are in tokens per second; a list holds one figure per round. */
export interface EngineReport {
  readonly model: string;
  readonly adapter: string;
  readonly rows: readonly {
    readonly name: string;
    readonly promptTokens: number;
    readonly prefill: readonly number[];
    readonly decode: readonly number[];
  }[];
  /** Decode rate of the fixture model through our adapter. */
  readonly fixture: readonly number[];
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The medians, with each runner's ratios to wllama and, for decoding, to web-llm itself. */
export function print({ engines, prefixes = [], app }: Report): string {
  const tables = [engines && engineTable(engines), ...prefixes.map(prefixTable), app && appTable(app)];
  return tables.filter(Boolean).join("\n");
}

function prefixTable({ engine, words, rows }: PrefixReport): string {
  const head = `${engine}: time to the first token of ${words} words, over that of a new prompt\n`;
  const lines = rows.map(
    ({ name, ratios }) => `${name.padEnd(28)}${median(ratios).toFixed(3).padStart(8)}\n`,
  );
  return `${head}${lines.join("")}`;
}

function appTable({ typing, scrolling }: AppReport): string {
  const line = (name: string, ratios: readonly number[]) =>
    `${name.padEnd(10)}${median(ratios).toFixed(2).padStart(14)}\n`;
  const head = `app: 2,000 messages over 10, medians of ${typing.length} rounds\n`;
  return `${head}${line("typing", typing)}${line("scrolling", scrolling)}`;
}

function engineTable(report: EngineReport): string {
  const find = (name: string) => report.rows.find((row) => row.name === name);
  const wllama = find("wllama");
  const direct = find("web-llm");
  const ratio = (a: readonly number[], b: readonly number[] | undefined) =>
    b === undefined ? "" : median(a.map((value, round) => value / (b[round] ?? Number.NaN))).toFixed(2);
  const lines = report.rows.map(({ name, prefill, decode }) =>
    [
      name.padEnd(12),
      median(prefill).toFixed(1).padStart(14),
      median(decode).toFixed(2).padStart(14),
      ratio(prefill, wllama?.prefill).padStart(18),
      ratio(decode, wllama?.decode).padStart(18),
      ratio(decode, direct?.decode).padStart(18),
    ].join(""),
  );
  const head = [
    "".padEnd(12),
    "prefill tok/s".padStart(14),
    "decode tok/s".padStart(14),
    "prefill / wllama".padStart(18),
    "decode / wllama".padStart(18),
    "decode / web-llm".padStart(18),
  ].join("");
  const adapter = find("adapter");
  const fixture = `fixture-length decodes ${ratio(report.fixture, adapter?.decode)} times as fast as adapter\n`;
  const rounds = report.rows[0]?.decode.length ?? 0;
  return `${report.model} on ${report.adapter}, medians of ${rounds} rounds\n${head}\n${lines.join("\n")}\n${fixture}`;
}
