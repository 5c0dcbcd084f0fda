/** Starts the worker that runs the engine, or joins the one that runs, and connects this page to it. */
import { scopedName } from "../scope/scoped-name.ts";
import engineWorkerUrl from "../engine-worker/main.ts?worker&url";
import { connectHost } from "./connect-host.ts";
import type { HostConnection, OnReport } from "./host-connection.ts";

const WORKER_NAME = scopedName("insitu-engine");

/** An option of `SharedWorker` that TypeScript lacks (Chromium: survive a reload of the only tab). */
interface ExtendedWorkerOptions extends WorkerOptions {
  readonly extendedLifetime?: boolean;
}

/**
 * Connect to the SharedWorker or, where a SharedWorker does not start, or has no GPU adapter although this page has one,
 * to a dedicated worker of the page that leads. Either is one for all tabs, and is started if there is none.
 *
 * @param replaced the hung instance that the new one replaces. A SharedWorker whose thread hangs cannot be ended: one
 *   of another name, which all tabs derive alike, takes its place
 * @throws {InsituError} `host-failed`
 */
export async function startHost(onReport: OnReport, replaced?: string): Promise<HostConnection> {
  const name = replaced === undefined ? WORKER_NAME : `${WORKER_NAME} after ${replaced}`;
  const shared = await startShared(onReport, name).catch(() => undefined);
  if (shared !== undefined && (shared.status.adapter !== null || !(await hasGpu()))) return shared;
  const { startDedicatedHost } = await import("./leader/page-dedicated-host.ts");
  return startDedicatedHost(onReport);
}

async function hasGpu(): Promise<boolean> {
  try {
    return (await navigator.gpu?.requestAdapter()) != null;
  } catch {
    return false;
  }
}

async function startShared(onReport: OnReport, name: string): Promise<HostConnection | undefined> {
  if (!("SharedWorker" in globalThis)) return undefined;
  const options: ExtendedWorkerOptions = { type: "module", name, extendedLifetime: true };
  const worker = new SharedWorker(engineWorkerUrl, options);
  return connectHost({ port: worker.port, source: worker }, onReport);
}
