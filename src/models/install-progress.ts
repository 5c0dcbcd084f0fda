/** Progress of a running install, reported at a rate that a person can follow. */
import type { InstallProgress } from "../contract/catalogue.ts";
import { secondsLeft, SpeedMeter } from "./speed-meter.ts";

export interface ProgressTracker {
  state(): InstallProgress;
  /** The install waits for its turn. */
  start(loadedBytes: number, totalBytes: number | null): void;
  readonly report: (
    progress: Pick<InstallProgress, "phase" | "loadedBytes" | "totalBytes" | "problem">,
  ) => void;
  end(): void;
}

/** Bounds of the time between two reports. There is an upper one because the speed falls while nothing arrives. */
const MIN_INTERVAL_MS = 200;
const MAX_INTERVAL_MS = 1_000;

/** @param onChange called with every state to show */
export function trackProgress(
  onChange: (state: InstallProgress) => void,
  clock: () => number = () => performance.now(),
): ProgressTracker {
  const meter = new SpeedMeter();
  let reportedAt = -Infinity;
  let state: InstallProgress = {
    type: "installing",
    phase: "waiting",
    loadedBytes: 0,
    totalBytes: null,
    bytesPerSecond: null,
    secondsLeft: null,
    problem: null,
  };
  const emit = () => {
    const now = clock();
    const speed = state.phase === "downloading" ? meter.bytesPerSecond(now) : null;
    state = {
      ...state,
      bytesPerSecond: speed,
      secondsLeft: secondsLeft(state.loadedBytes, state.totalBytes, speed),
    };
    reportedAt = now;
    onChange(state);
  };
  const ticking = setInterval(() => {
    if (clock() - reportedAt >= MAX_INTERVAL_MS) emit();
  }, MAX_INTERVAL_MS);

  return {
    state: () => state,
    start(loadedBytes, totalBytes) {
      state = { ...state, loadedBytes, totalBytes };
      emit();
    },
    report(progress) {
      const isNews = progress.phase !== state.phase || progress.problem !== state.problem;
      state = { ...state, ...progress };
      if (progress.phase === "downloading") meter.add(clock(), progress.loadedBytes);
      if (isNews || clock() - reportedAt >= MIN_INTERVAL_MS) emit();
    },
    end: () => clearInterval(ticking),
  };
}
