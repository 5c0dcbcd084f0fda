/** This page's part in the election. Loaded only where no SharedWorker can run the engine. */
import engineWorkerUrl from "../../engine-worker/main.ts?worker&url";
import { scopedName } from "../../scope/scoped-name.ts";
import { channelsSchema, followerSchema } from "../../wire/leader-messages.ts";
import { WIRE_VERSION as v } from "../../wire/version.ts";
import { askWorker } from "../ask-worker.ts";
import { connectHost } from "../connect-host.ts";
import type { HostConnection, OnReport } from "../host-connection.ts";
import { createDedicatedHost, type DedicatedHost } from "./dedicated-host.ts";
import { keepHeartbeat } from "./heartbeat.ts";
import { createLeaderLock } from "./leader-lock.ts";
import { pageState } from "../page-cpu-workers.ts";

let dedicatedHost: DedicatedHost | undefined;

/** @throws as `DedicatedHost.start` does */
export function startDedicatedHost(onReport: OnReport): Promise<HostConnection> {
  dedicatedHost ??= openDedicatedHost(onReport);
  return dedicatedHost.start();
}

function openDedicatedHost(onReport: OnReport): DedicatedHost {
  const name = scopedName("insitu-engine");
  const host = createDedicatedHost({
    leaderLock: createLeaderLock(navigator.locks),
    pageState,
    createWorker: () => new Worker(engineWorkerUrl, { type: "module", name }),
    connect: (port, end) =>
      connectHost({ port, end, keepHeartbeat, ...(port instanceof Worker && { source: port }) }, onReport),
    findLeader: async () => (await askWorker({ v, type: "find-leader" }, channelsSchema)).ports,
  });
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const { data: follower } = followerSchema.safeParse(data);
    if (follower !== undefined) host.accept(follower);
  });
  return host;
}
