/** Progress on stderr: on a terminal one line that is updated, else a line for every new step. */

export interface Progress {
  /**
   * @param step name of the current step; a log prints it once
   * @param fraction completed part of the step, 0 to 1, if known
   */
  readonly show: (step: string, fraction?: number) => void;
  /** Remove the updated line, before something else is printed. */
  readonly clear: () => void;
}

/** The part of a stream such as `process.stderr` that `Progress` needs. */
export interface LineOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const CLEAR_LINE = "\r\x1b[2K";

export function createProgress(output: LineOutput): Progress {
  const terminal = output.isTTY === true;
  let shown = "";
  return {
    show: (step, fraction) => {
      const percent = fraction === undefined ? "" : ` ${Math.floor(fraction * 100)} %`;
      const line = terminal ? `${step}${percent}`.slice(0, (output.columns ?? 80) - 1) : step;
      if (line === shown) return;
      output.write(terminal ? `${CLEAR_LINE}${line}` : `${line}\n`);
      shown = line;
    },
    clear: () => {
      if (terminal && shown !== "") output.write(CLEAR_LINE);
      shown = "";
    },
  };
}
