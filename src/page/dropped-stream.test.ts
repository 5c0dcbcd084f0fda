/** A stream that its page has dropped, with Node's own garbage collector. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { settled, SSE, TestPage } from "./testing/test-page.ts";

describe("a dropped stream", () => {
  test("is cancelled once it is collected", async () => {
    const collect: (() => void)[] = [];
    const page = new TestPage({ onCollected: (_target, act) => (collect.push(act), () => {}) });
    const { source } = await page.open(SSE);
    source.write("data: 1\n\n");
    await settled();
    expect([page.locksHeld, source.isCancelled]).toEqual([1, false]);
    for (const act of collect) act();
    await settled();
    expect([page.locksHeld, source.isCancelled]).toEqual([0, true]);
    expect(page.timers.running).toBe(0);
  });

  test("is not kept alive by this code while its reply continues", async () => {
    const page = new TestPage();
    const source = await readAndDrop(page);
    source.write("data: 2\n\n");
    await until(() => {
      collectGarbage();
      return source.isCancelled;
    });
    await settled();
    expect(page.locksHeld).toBe(0);
    expect(page.timers.running).toBe(0);
  });

  test("is not collected while a read is pending", async () => {
    const page = new TestPage();
    const { text, source } = await readOn(page);
    for (let count = 0; count < 5; count += 1) {
      collectGarbage();
      await settled();
      source.write("x");
    }
    source.end();
    expect(await text).toBe("xxxxx");
  });
});

/** In functions of their own, so that no variable of the test keeps the response. */
async function readAndDrop(page: TestPage) {
  const { response, source } = await page.open(SSE);
  source.write("data: 1\n\n");
  await response.body?.getReader().read();
  return source;
}

async function readOn(page: TestPage) {
  const { response, source } = await page.open(SSE);
  return { text: response.text(), source };
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  if (typeof gc !== "function") throw new Error("This Node offers no garbage collection.");
  gc();
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    if (isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("The condition did not come true.");
}
