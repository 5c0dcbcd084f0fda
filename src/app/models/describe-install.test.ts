import { expect, it } from "vitest";
import type { CatalogueEntry } from "../../index.ts";
import { announceChanges, describeInstall, fractionOf } from "./describe-install.ts";
import { entry } from "../service/testing/entry.ts";

type Installing = Extract<CatalogueEntry["state"], { type: "installing" }>;

const installing = (loadedBytes: number, change: Partial<Installing> = {}): Installing => ({
  type: "installing",
  phase: "downloading",
  loadedBytes,
  totalBytes: 100e6,
  bytesPerSecond: null,
  secondsLeft: null,
  problem: null,
  ...change,
});

it("describes the progress of an install, as far as it is known", () => {
  expect(describeInstall(installing(45e6, { bytesPerSecond: 3.2e6, secondsLeft: 17 }))).toBe(
    "45 MB of 100 MB · 3.2 MB/s · 17 s left",
  );
  expect(describeInstall(installing(0, { totalBytes: null }))).toBe("0 bytes");
  expect(describeInstall(installing(0, { phase: "waiting" }))).toMatch(/^Waiting for another download/);
});

it("has no fraction while the total is unknown", () => {
  expect(fractionOf(installing(5, { totalBytes: null }))).toBeNull();
  expect(fractionOf(installing(50e6))).toBe(0.5);
});

it("announces starts, quarters and ends, but not every byte", () => {
  const states: CatalogueEntry["state"][] = [
    { type: "not-installed" },
    installing(0),
    installing(10e6),
    installing(24e6),
    installing(51e6),
    installing(52e6),
    { type: "failed", message: "The host is gone.", loadedBytes: 52e6, totalBytes: 100e6 },
    installing(52e6),
    { type: "installed", bytes: 100e6 },
    { type: "installed", bytes: 100e6 },
    { type: "not-installed" },
  ];
  const lists = states.map((state) => [entry("m", { name: "Model", state })]);
  const announced = lists.slice(1).map((list, at) => announceChanges(lists[at] ?? [], list));
  expect(announced).toEqual([
    "Installing Model.",
    "",
    "",
    "Model: 50 percent.",
    "",
    "The install of Model failed. The host is gone.",
    "Installing Model.",
    "Model is installed.",
    "",
    "Model is removed.",
  ]);
});

it("announces nothing about a list that is read for the first time", () => {
  expect(announceChanges([], [entry("m", { state: installing(1) })])).toBe("");
});

it("announces a model that was added to the list", () => {
  const other = entry("other");
  const added = entry("m", { state: { type: "installed", bytes: 1 } });
  expect(announceChanges([other], [other, added])).toBe("m is installed.");
  expect(announceChanges([other], [other, entry("m")])).toBe("");
});
