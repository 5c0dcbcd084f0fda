/** How much a page's main thread works, in its own time: what else the machine does makes no difference. */
import type { Page } from "@playwright/test";

export interface MainThread {
  /** Seconds of the main thread's own time that `action` takes. */
  work(action: () => Promise<void>): Promise<number>;
}

export async function mainThreadOf(page: Page): Promise<MainThread> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  async function taken(): Promise<number> {
    const { metrics } = await session.send("Performance.getMetrics");
    const metric = metrics.find(({ name }) => name === "TaskDuration");
    if (metric === undefined) throw new Error("The browser does not tell how long its tasks take.");
    return metric.value;
  }
  return {
    async work(action) {
      const before = await taken();
      await action();
      return (await taken()) - before;
    },
  };
}
