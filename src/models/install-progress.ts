/** What a running install is at, told no more often than a person can follow. */
import type { InstallProgress } from "../contract/catalogue.ts";
import { createSpeedMeter, secondsLeft } from "./speed-meter.ts";

export interface ProgressTracker {
  state(): InstallProgress;
  /** The install waits for its turn. */
  begin(loadedBytes: number, totalBytes: number | null): void;
  readonly report: (at: Pick<InstallProgress, "phase" | "loadedBytes" | "totalBytes" | "problem">) => void;
  end(): void;
}

/** The least time between two reports, and the most: the speed falls while nothing comes. Milliseconds. */
const MIN_INTERVAL_MS = 200;
const MAX_INTERVAL_MS = 1_000;

/** @param onChange called with every state that is worth telling */
export function trackProgress(
  onChange: (state: InstallProgress) => void,
  clock: () => number = () => performance.now(),
): ProgressTracker {
  const meter = createSpeedMeter();
  let toldAt = -Infinity;
  let state: InstallProgress = {
    type: "installing",
    phase: "waiting",
    loadedBytes: 0,
    totalBytes: null,
    bytesPerSecond: null,
    secondsLeft: null,
    problem: null,
  };
  const tell = () => {
    const now = clock();
    const speed = state.phase === "downloading" ? meter.bytesPerSecond(now) : null;
    state = {
      ...state,
      bytesPerSecond: speed,
      secondsLeft: secondsLeft(state.loadedBytes, state.totalBytes, speed),
    };
    toldAt = now;
    onChange(state);
  };
  const ticking = setInterval(() => {
    if (clock() - toldAt >= MAX_INTERVAL_MS) tell();
  }, MAX_INTERVAL_MS);

  return {
    state: () => state,
    begin(loadedBytes, totalBytes) {
      state = { ...state, loadedBytes, totalBytes };
      tell();
    },
    report(at) {
      const isNews = at.phase !== state.phase || at.problem !== state.problem;
      state = { ...state, ...at };
      if (at.phase === "downloading") meter.add(clock(), at.loadedBytes);
      if (isNews || clock() - toldAt >= MIN_INTERVAL_MS) tell();
    },
    end: () => clearInterval(ticking),
  };
}
