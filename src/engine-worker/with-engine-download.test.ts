import { expect, it } from "vitest";
import type { ModelProgress } from "../contract/model-progress.ts";
import { withEngineDownload } from "./with-engine-download.ts";

const progress: ModelProgress = {
  id: "embedded",
  state: "downloading",
  loadedBytes: 5,
  totalBytes: 10,
  fraction: 0.5,
  text: "",
};
const paused = { id: "embedded", state: { type: "paused", loadedBytes: 1, totalBytes: 10 } } as const;

it("adds the embedded model that a request downloads", () => {
  expect(withEngineDownload([], progress)).toMatchObject([
    { id: "embedded", state: { type: "installing", phase: "downloading", loadedBytes: 5, totalBytes: 10 } },
  ]);
});

it("adds nothing where nothing is downloaded, or the installer has the model already", () => {
  expect(withEngineDownload([paused], null)).toEqual([paused]);
  expect(withEngineDownload([paused], progress)).toEqual([paused]);
  expect(withEngineDownload([], { ...progress, state: "loading" })).toEqual([]);
});
