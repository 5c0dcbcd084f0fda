/** The engine's SharedWorker, which Playwright has no handle for. */
import type { Page } from "@playwright/test";

/** End it, as a crash or the browser's end does. @throws where there is not exactly one */
export async function endEngineWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { targetInfos } = await session.send("Target.getTargets");
  const workers = targetInfos.filter(({ type }) => type === "shared_worker");
  const [worker] = workers;
  if (worker === undefined || workers.length > 1)
    throw new Error(`There are ${workers.length} SharedWorkers.`);
  await session.send("Target.closeTarget", { targetId: worker.targetId });
  await session.detach();
}
