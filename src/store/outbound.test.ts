import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { beforeEach, expect, it } from "vitest";
import { openStore } from "./store.ts";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const counts = { requests: 1, bytesReceived: 10, bytesSent: 2, refused: 0, lastAt: 5 };

it("adds up the counts of each host, the most recent first", async () => {
  const store = await openStore("test");
  await Promise.all([
    store.addOutbound([{ host: "a.example", ...counts }]),
    store.addOutbound([
      { host: "a.example", ...counts, lastAt: 3 },
      { host: "b.example", ...counts, lastAt: 9 },
    ]),
  ]);
  expect(await store.outbound()).toEqual([
    { host: "b.example", ...counts, lastAt: 9 },
    { host: "a.example", requests: 2, bytesReceived: 20, bytesSent: 4, refused: 0, lastAt: 5 },
  ]);
});

it("leaves a sum unknown if a summand is unknown", async () => {
  const store = await openStore("test");
  await store.addOutbound([{ host: "a.example", ...counts, bytesReceived: null }]);
  await store.addOutbound([{ host: "a.example", ...counts }]);
  expect(await store.outbound()).toMatchObject([{ bytesReceived: null, bytesSent: 4, requests: 2 }]);
});

it("treats an invalid row as missing", async () => {
  const problems: string[] = [];
  const store = await openStore("test", { reportBadRow: (problem) => problems.push(problem) });
  const opening = indexedDB.open("test");
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const transaction = opening.result.transaction("outbound", "readwrite");
  transaction.objectStore("outbound").put({ host: "a.example", requests: "many" });
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  opening.result.close();
  expect(await store.outbound()).toEqual([]);
  await store.addOutbound([{ host: "a.example", ...counts }]);
  expect(await store.outbound()).toEqual([{ host: "a.example", ...counts }]);
  expect(problems).toHaveLength(2);
});
