/** The engine's SharedWorker, driven by CDP, because Playwright has no handle for one. */
import type { CDPSession, Page } from "@playwright/test";
import * as z from "zod/mini";

const evaluationSchema = z.object({
  id: z.literal(1),
  result: z.object({ result: z.object({ value: z.string() }) }),
});

/** @throws unless there is exactly one */
async function findEngineWorker(session: CDPSession): Promise<string> {
  const { targetInfos } = await session.send("Target.getTargets");
  const workers = targetInfos.filter(({ type }) => type === "shared_worker");
  const [worker] = workers;
  if (worker === undefined || workers.length > 1)
    throw new Error(`There are ${workers.length} SharedWorkers: ${JSON.stringify(workers)}`);
  return worker.targetId;
}

/** Terminate the worker, as a crash would. */
export async function endEngineWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Target.closeTarget", { targetId: await findEngineWorker(session) });
  await session.detach();
}

/** Evaluate an expression in the worker. */
export async function inEngineWorker(page: Page, expression: string): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const targetId = await findEngineWorker(session);
  const { sessionId } = await session.send("Target.attachToTarget", { targetId });
  const answer = new Promise<string>((resolve) => {
    session.on("Target.receivedMessageFromTarget", ({ message }) => {
      const parsed = evaluationSchema.safeParse(JSON.parse(message));
      if (parsed.success) resolve(parsed.data.result.result.value);
    });
  });
  const params = { expression, awaitPromise: true, returnByValue: true };
  const message = JSON.stringify({ id: 1, method: "Runtime.evaluate", params });
  await session.send("Target.sendMessageToTarget", { sessionId, message });
  const value = await answer;
  await session.detach();
  return value;
}
