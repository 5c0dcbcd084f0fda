import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { InstallProgress } from "../contract/catalogue.ts";
import { trackProgress } from "./install-progress.ts";

let now: number;
let reports: InstallProgress[];

beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  reports = [];
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const progress = trackProgress(
    (state) => reports.push(state),
    () => now,
  );
  progress.start(0, 1000);
  return progress;
}

function passTime(milliseconds: number): void {
  now += milliseconds;
  vi.advanceTimersByTime(milliseconds);
}

const downloading = (loadedBytes: number, problem: string | null = null) =>
  ({ phase: "downloading", loadedBytes, totalBytes: 1000, problem }) as const;

it("reports a new phase or problem at once, and further bytes five times a second at most", () => {
  const { report, end } = start();
  report(downloading(100));
  report(downloading(200));
  report(downloading(200, "The connection broke."));
  expect(reports.map(({ loadedBytes }) => loadedBytes)).toEqual([0, 100, 200]);
  passTime(100);
  report(downloading(300, "The connection broke."));
  passTime(100);
  report(downloading(400, "The connection broke."));
  expect(reports.map(({ loadedBytes }) => loadedBytes)).toEqual([0, 100, 200, 400]);
  end();
});

it("reports a speed that falls while nothing arrives", () => {
  const { report, end } = start();
  report(downloading(0));
  passTime(1000);
  passTime(250);
  report(downloading(100));
  expect(reports.at(-1)).toMatchObject({ bytesPerSecond: 80, secondsLeft: 11.25 });
  passTime(1250);
  expect(reports.at(-1)).toMatchObject({ bytesPerSecond: 40, secondsLeft: 22.5 });
  end();
  const count = reports.length;
  passTime(5000);
  expect(reports).toHaveLength(count);
});
