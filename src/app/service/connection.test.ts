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

async function openWithOptions() {
  let options: ConnectOptions = {};
  const connection = createServiceConnection((given) => {
    options = given;
    return noInsitu();
  });
  await connection.open().catch(() => {});
  return { connection, options };
}

it("shows the reported progress", async () => {
  const { connection, options } = await openWithOptions();
  const progress = { id: "m", state: "ready", loadedBytes: 1, totalBytes: 1, fraction: 1, text: "" } as const;
  options.onProgress?.(progress);
  expect(connection.progress.value).toBe(progress);
});

it("holds the version that waits", async () => {
  const { connection, options } = await openWithOptions();
  expect(connection.update.value).toBeNull();
  const update = { apply: async () => {} };
  options.onUpdate?.(update);
  expect(connection.update.value).toBe(update);
});
