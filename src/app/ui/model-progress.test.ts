import { describe, expect, it } from "vitest";
import { describeProgress, describeState } from "./model-progress.ts";

const downloading = {
  id: "m",
  state: "downloading",
  loadedBytes: 45_300_000,
  totalBytes: 98_362_432,
  fraction: 0.4605,
  text: "Downloading",
} as const;

describe("progress", () => {
  it("gives bytes and per cent of a download", () => {
    expect(describeProgress(downloading)).toBe("Downloading: 45 MB of 98 MB (46%)");
    expect(describeState(downloading)).toBe("Downloading 46%");
    const large = { ...downloading, loadedBytes: 500_000, totalBytes: 4_600_000_000, fraction: 0.0001 };
    expect(describeProgress(large)).toBe("Downloading: 500 kB of 4.6 GB (0%)");
  });

  it("leaves other states in the service's words", () => {
    const loading = { ...downloading, state: "loading", fraction: 0.5, text: "Compiling shaders" } as const;
    expect(describeProgress(loading)).toBe("Compiling shaders");
    expect(describeState(loading)).toBe("Loading 50%");
    expect(describeState(null)).toBe("Not loaded yet");
  });
});
