/** Deleting everything: the service's data, and what each part of the app keeps for itself. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Insitu } from "../../index.ts";

type Forget = () => Promise<void> | void;

const parts = new Set<Forget>();
const done = signal(false);

/** True once all is deleted: nothing of this page works any more, until it is loaded again. */
export const erased: ReadonlySignal<boolean> = done;

/** Have `forget` called when everything is deleted. It ends what a part does, and deletes what it keeps. */
export function onErase(forget: Forget): void {
  parts.add(forget);
}

/**
 * The app's own first: a failure leaves the service as it is, and it can be tried again.
 *
 * @throws what a part or the service throws
 */
export async function eraseEverything(insitu: Pick<Insitu, "deleteAllData">): Promise<void> {
  for (const forget of parts) await forget();
  await insitu.deleteAllData();
  done.value = true;
}
