/** What one run measured. Rates are tokens per second; a list holds one figure a round. */
export interface Report {
  readonly model: string;
  readonly adapter: string;
  readonly rows: readonly {
    readonly name: string;
    readonly promptTokens: number;
    readonly prefill: readonly number[];
    readonly decode: readonly number[];
  }[];
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The medians, each runner's ratio to wllama's, and `/v1`'s to web-llm's own. */
export function table(report: Report): string {
  const find = (name: string) => report.rows.find((row) => row.name === name);
  const wllama = find("wllama");
  const direct = find("web-llm");
  const ratio = (a: readonly number[], b: readonly number[] | undefined) =>
    b === undefined ? "" : median(a.map((value, round) => value / (b[round] ?? Number.NaN))).toFixed(2);
  const lines = report.rows.map(({ name, prefill, decode }) =>
    [
      name.padEnd(10),
      median(prefill).toFixed(1).padStart(14),
      median(decode).toFixed(2).padStart(14),
      ratio(prefill, wllama?.prefill).padStart(18),
      ratio(decode, wllama?.decode).padStart(18),
      ratio(decode, direct?.decode).padStart(18),
    ].join(""),
  );
  const head = [
    "".padEnd(10),
    "prefill tok/s".padStart(14),
    "decode tok/s".padStart(14),
    "prefill / wllama".padStart(18),
    "decode / wllama".padStart(18),
    "decode / web-llm".padStart(18),
  ].join("");
  const rounds = report.rows[0]?.decode.length ?? 0;
  return `${report.model} on ${report.adapter}, medians of ${rounds} rounds\n${head}\n${lines.join("\n")}\n`;
}
