import { describe, expect, it } from "vitest";
import { EngineError } from "../../contract/engine-error.ts";
import { installedFiles, setUpEngine } from "./testing/engine-setup.ts";

describe("load", () => {
  it("reports its progress, and joins a load in progress", async () => {
    const { engine, runtime, progress } = setUpEngine();
    await Promise.all([engine.load("a"), engine.load("a")]);
    await engine.load("a");
    expect(runtime.events).toEqual(["load a"]);
    expect(progress.map(({ state }) => state)).toEqual(["verifying", "loading", "loading", "ready"]);
    expect(progress[0]).toMatchObject({ id: "a", loadedBytes: 30, totalBytes: 50, fraction: 0.6 });
  });

  it("can be tried again after a failure", async () => {
    let broken = true;
    const files = installedFiles();
    const { engine, progress } = setUpEngine({
      files: {
        ...files,
        ensure: (...request) =>
          broken
            ? Promise.reject(new EngineError("unavailable", "The host cannot be reached."))
            : files.ensure(...request),
      },
    });
    await expect(engine.load("a")).rejects.toEqual(
      new EngineError("unavailable", "The host cannot be reached."),
    );
    expect(progress.at(-1)).toMatchObject({ state: "failed", text: "The host cannot be reached." });
    broken = false;
    await engine.load("a");
    expect(progress.at(-1)).toMatchObject({ state: "ready" });
  });
});
