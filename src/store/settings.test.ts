import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { beforeEach, expect, it } from "vitest";
import { connectDatabase } from "./database.ts";
import { openStore } from "./store.ts";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

/** Writes rows as another build or a script of the origin might. */
async function writeRow(table: "settings" | "models", row: unknown): Promise<void> {
  const connection = connectDatabase("test", Date.now);
  await (await connection.open()).put(table, row);
  await connection.close();
}

it("saves settings, and changes only those that are given", async () => {
  const store = await openStore("test");
  expect(await store.readSettings()).toEqual({});
  await store.writeSettings({ defaultModel: "a", engine: "web-llm" });
  await store.writeSettings({ defaultModel: "b" });
  expect(await store.readSettings()).toEqual({ defaultModel: "b", engine: "web-llm" });
});

it("forgets a setting that is reset", async () => {
  const store = await openStore("test");
  await store.writeSettings({ defaultModel: "a", engine: "wllama" });
  await store.writeSettings({ engine: null });
  expect(await store.readSettings()).toEqual({ defaultModel: "a" });
});

it("refuses an invalid value, and then changes nothing", async () => {
  const store = await openStore("test");
  await expect(store.writeSettings({ engine: "auto", defaultModel: "" })).rejects.toThrow(
    'The setting "defaultModel" cannot be "".',
  );
  expect(await store.readSettings()).toEqual({});
});

it("skips unknown rows", async () => {
  const problems: string[] = [];
  const store = await openStore("test", { reportBadRow: (problem) => problems.push(problem) });
  await writeRow("settings", { name: "engine", value: "steam" });
  await writeRow("settings", { name: "colour", value: "red" });
  await writeRow("models", { id: "m", status: "installed", model: { id: "m" } });
  expect(await store.readSettings()).toEqual({});
  expect(await store.listModelRows()).toEqual([]);
  expect(problems).toHaveLength(3);
});
