import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { tryLock, waitForLock } from "./lock-file.ts";

const folder = mkdtempSync(join(tmpdir(), "insitu-lock-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("is held by one at a time", () => {
  const file = join(folder, "deep", "held.lock");
  const release = tryLock(file);
  expect(release).toBeDefined();
  expect(tryLock(file)).toBeUndefined();
  release?.();
  expect(existsSync(file)).toBe(false);
  tryLock(file)?.();
});

it("is free when its holder has died", () => {
  const file = join(folder, "dead.lock");
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeFileSync(file, String(pid));
  const release = tryLock(file);
  expect(release).toBeDefined();
  release?.();
});

it("is free when its holder has shown no life for a minute", () => {
  const file = join(folder, "silent.lock");
  writeFileSync(file, String(process.pid));
  expect(tryLock(file)).toBeUndefined();
  const before = new Date(Date.now() - 61_000);
  utimesSync(file, before, before);
  const release = tryLock(file);
  expect(release).toBeDefined();
  release?.();
});

it("is waited for, which is said once", async () => {
  const file = join(folder, "waited.lock");
  const release = tryLock(file);
  const onWait = vi.fn(() => release?.());
  const second = await waitForLock(file, onWait);
  expect(onWait).toHaveBeenCalledOnce();
  second();
});
