/** Progress on stderr: one line that changes on a terminal, else a plain line for every new step. */

export interface Progress {
  /**
   * @param step what is being done; in a log it is printed when it changes
   * @param fraction how much of it is done, 0 to 1, where that is known
   */
  readonly show: (step: string, fraction?: number) => void;
  /** Remove the changing line, before something else is printed. */
  readonly clear: () => void;
}

/** What `Progress` needs of a stream such as `process.stderr`. */
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
