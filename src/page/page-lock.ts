import { scopedName } from "../scope/scoped-name.ts";
import { holdLock } from "../wire/watch-lock.ts";

let lock: Promise<string> | undefined;

/** Name of the Web Lock that this page holds as long as it lives: its release tells workers that the page has gone. */
export function pageLock(): Promise<string> {
  lock ??= holdLock(navigator.locks, scopedName("insitu-page"));
  return lock;
}
