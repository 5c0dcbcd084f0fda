import { scopedName } from "../scope/scoped-name.ts";
import { holdLock } from "../wire/watch-lock.ts";

let lock: Promise<string> | undefined;

/** The name of a Web Lock that this page holds for as long as it lives: workers see by it when the page has gone. */
export function pageLock(): Promise<string> {
  lock ??= holdLock(navigator.locks, scopedName("insitu-page"));
  return lock;
}
