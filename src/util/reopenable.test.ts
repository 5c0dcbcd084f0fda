import { describe, expect, it } from "vitest";
import { createReopenable } from "./reopenable.ts";

/** Databases that count, each with the function that reports it lost. */
function setUp(fails: readonly number[] = []) {
  const opened: { closed: boolean; lose: () => unknown }[] = [];
  let attempts = 0;
  const connection = createReopenable((onLost) => {
    attempts += 1;
    if (fails.includes(attempts)) return Promise.reject(new Error("blocked"));
    const database = { closed: false, lose: onLost, close: () => (database.closed = true) };
    opened.push(database);
    return Promise.resolve(database);
  });
  return { opened, connection };
}

describe("createReopenable", () => {
  it("opens once for callers at the same time", async () => {
    const { opened, connection } = setUp();
    const [first, second] = await Promise.all([connection.open(), connection.open()]);
    expect(first).toBe(second);
    expect(opened).toHaveLength(1);
  });

  it("closes a database that blocks another context, and opens it again", async () => {
    const { opened, connection } = setUp();
    await connection.open();
    opened[0]?.lose();
    const again = await connection.open();
    expect(opened.map(({ closed }) => closed)).toEqual([true, false]);
    expect(again).toBe(opened[1]);
  });

  it("tries again after a failure", async () => {
    const { connection } = setUp([1]);
    await expect(connection.open()).rejects.toThrow("blocked");
    await expect(connection.open()).resolves.toBeDefined();
  });

  it("closes a database that is still being opened", async () => {
    const { opened, connection } = setUp();
    const opening = connection.open();
    await connection.close();
    await opening;
    expect(opened.map(({ closed }) => closed)).toEqual([true]);
  });

  it("keeps a database that was opened while an earlier attempt failed", async () => {
    const { opened, connection } = setUp([1]);
    const failing = connection.open();
    const closing = connection.close();
    await connection.open();
    await expect(failing).rejects.toThrow("blocked");
    await closing;
    expect(await connection.open()).toBe(opened[0]);
    expect(opened).toHaveLength(1);
  });
});
