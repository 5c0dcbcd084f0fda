import { expect, it } from "vitest";
import type { ModelProgress } from "../contract/model-progress.ts";
import { monitorEngine } from "./monitored-engine.ts";

function setUp() {
  let report: (progress: ModelProgress) => void = () => {};
  const changes: string[] = [];
  const engine = monitorEngine((onProgress) => {
    report = onProgress;
    return {
      async *generate() {},
      load: () => Promise.resolve(),
      unload: () => Promise.resolve(),
    };
  });
  engine.observe((change) => changes.push(change));
  const reach = (state: ModelProgress["state"], fraction: number) =>
    report({ id: "m", state, fraction, loadedBytes: 0, totalBytes: 0, text: "" });
  return { engine, reach, changes };
}

it("knows the model and tells a new state from progress within one", () => {
  const { engine, reach, changes } = setUp();
  expect(engine.model()).toBeNull();
  reach("downloading", 0);
  reach("downloading", 0.5);
  reach("loading", 0);
  expect(changes).toEqual(["state", "progress", "state"]);
  expect(engine.model()).toMatchObject({ id: "m", state: "loading" });
});

it("has no model once that one is unloaded", async () => {
  const { engine, reach, changes } = setUp();
  reach("ready", 1);
  await engine.unload("another");
  expect(engine.model()).toMatchObject({ id: "m" });
  await engine.unload("m");
  expect(engine.model()).toBeNull();
  expect(changes).toEqual(["state", "progress", "progress"]);
});
