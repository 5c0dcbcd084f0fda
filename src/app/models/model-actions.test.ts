import { expect, it } from "vitest";
import type { CatalogueEntry } from "../../index.ts";
import { isInCatalogue, type ModelActions, primaryActionOf } from "./model-actions.ts";
import { entry } from "../service/testing/entry.ts";

const done = () => Promise.resolve();
const actions: ModelActions = {
  install: (id) => Promise.reject(new Error(`install ${id}`)),
  pause: done,
  remove: done,
  makeDefault: done,
};
const labelOf = (change: Partial<CatalogueEntry>, isDefault = false) =>
  primaryActionOf(entry("m", change), isDefault, actions)?.label;
const unfit = { type: "no", reason: "Its GPU lacks shader-f16." } as const;

it("offers what the model's state allows", () => {
  const stopped = { loadedBytes: 1, totalBytes: 2 };
  const progress = { ...stopped, bytesPerSecond: null, secondsLeft: null, problem: null };
  expect(labelOf({})).toBe("Install");
  expect(labelOf({ state: { type: "installing", phase: "downloading", ...progress } })).toBe("Pause");
  expect(labelOf({ state: { type: "paused", ...stopped } })).toBe("Resume");
  expect(labelOf({ state: { type: "failed", message: "Gone.", ...stopped } })).toBe("Try again");
  expect(labelOf({ state: { type: "installed", bytes: 2 } })).toBe("Make default");
});

it("offers nothing for the default model, or for one that this device cannot run", () => {
  expect(labelOf({ state: { type: "installed", bytes: 2 } }, true)).toBeUndefined();
  expect(labelOf({ state: { type: "installed", bytes: 2 }, fits: unfit })).toBeUndefined();
  expect(labelOf({ fits: unfit })).toBeUndefined();
});

it("stresses the way on from an install that stopped", () => {
  const resume = primaryActionOf(
    entry("m", { state: { type: "paused", loadedBytes: 1, totalBytes: 2 } }),
    false,
    actions,
  );
  expect(resume).toMatchObject({ emphasis: true, action: actions.install });
});

it("leaves to the catalogue what it shows of an install's end", () => {
  expect(isInCatalogue(Object.assign(new Error("Paused."), { code: "paused" }))).toBe(true);
  expect(isInCatalogue(Object.assign(new Error("Damaged."), { code: "model-failed" }))).toBe(true);
  expect(isInCatalogue(Object.assign(new Error("Full."), { code: "storage-full" }))).toBe(false);
  expect(isInCatalogue("paused")).toBe(false);
});
