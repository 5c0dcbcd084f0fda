/** Work of a page for an action, as counts, which do not depend on the machine's speed. */
import type { Page } from "@playwright/test";

export interface Work {
  /** DOM mutations, as a MutationObserver counts them. */
  readonly mutations: number;
  /** Reads from IndexedDB. */
  readonly reads: number;
}

declare global {
  /** Counts since `watchWork`. */
  var countedWork: { mutations: number; reads: number };
}

/** Start counting; lasts until the page is reloaded. */
export async function watchWork(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.countedWork = { mutations: 0, reads: 0 };
    const observer = new MutationObserver((records) => {
      globalThis.countedWork.mutations += records.length;
    });
    observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
    const readers = [
      "get",
      "getAll",
      "getAllKeys",
      "getKey",
      "count",
      "openCursor",
      "openKeyCursor",
    ] as const;
    for (const { prototype } of [IDBObjectStore, IDBIndex]) {
      for (const name of readers) {
        const read: (...values: never[]) => unknown = prototype[name];
        Reflect.set(prototype, name, function counted(this: unknown, ...values: never[]) {
          globalThis.countedWork.reads += 1;
          return read.apply(this, values);
        });
      }
    }
  });
}

/** Work of the page until `action` resolves. */
export async function workOf(page: Page, action: () => Promise<void>): Promise<Work> {
  const counted = () => page.evaluate(() => ({ ...globalThis.countedWork }));
  const before = await counted();
  await action();
  const after = await counted();
  return { mutations: after.mutations - before.mutations, reads: after.reads - before.reads };
}
