/** Work of a page's main thread, as CPU time: other load on the machine makes no difference. */
import type { Page } from "@playwright/test";

export interface MainThread {
  /** CPU time of the main thread during `action`, in seconds. */
  work(action: () => Promise<void>): Promise<number>;
}

export async function mainThreadOf(page: Page): Promise<MainThread> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  async function taken(): Promise<number> {
    const { metrics } = await session.send("Performance.getMetrics");
    const metric = metrics.find(({ name }) => name === "TaskDuration");
    if (metric === undefined) throw new Error("The browser does not report its task duration.");
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
