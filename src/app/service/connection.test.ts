import { expect, it } from "vitest";
import type { ConnectOptions, Insitu } from "../../index.ts";
import { createServiceConnection } from "./connection.ts";

const noInsitu = (): Promise<Insitu> => Promise.reject(new Error("No service workers here."));

it("says why it cannot connect, and tries again at the next use", async () => {
  let calls = 0;
  const connection = createServiceConnection(() => {
    calls++;
    return noInsitu();
  });
  await expect(connection.open()).rejects.toThrow("No service workers here.");
  expect(connection.problem.value).toBe("No service workers here.");
  await expect(connection.open()).rejects.toThrow();
  expect(calls).toBe(2);
});

it("shows progress as the entry reports it", async () => {
  let given: ConnectOptions = {};
  const connection = createServiceConnection((options) => {
    given = options;
    return noInsitu();
  });
  await connection.open().catch(() => {});
  const step = { id: "m", state: "ready", loadedBytes: 1, totalBytes: 1, fraction: 1, text: "" } as const;
  given.onProgress?.(step);
  expect(connection.progress.value).toBe(step);
});

it("keeps the version that waits", async () => {
  let given: ConnectOptions = {};
  const connection = createServiceConnection((options) => {
    given = options;
    return noInsitu();
  });
  await connection.open().catch(() => {});
  expect(connection.update.value).toBeNull();
  const update = { apply: async () => {} };
  given.onUpdate?.(update);
  expect(connection.update.value).toBe(update);
});
