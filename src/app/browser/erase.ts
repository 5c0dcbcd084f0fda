/** Deletes everything: the service's data, and what each part of the app stores. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Insitu } from "../../index.ts";

type EraseHandler = () => Promise<void> | void;

const handlers = new Set<EraseHandler>();
const done = signal(false);

/** True once everything is deleted: this page no longer works until it is reloaded. */
export const erased: ReadonlySignal<boolean> = done;

/** Has `handler` called when everything is deleted, to stop one part of the app and delete what it has stored. */
export function onErase(handler: EraseHandler): void {
  handlers.add(handler);
}

/**
 * Deletes the app's own data first: if that fails, the service's data is untouched, and the user can try again.
 *
 * @throws the error of a handler or of the service
 */
export async function eraseEverything(insitu: Pick<Insitu, "deleteAllData">): Promise<void> {
  for (const handler of handlers) await handler();
  await insitu.deleteAllData();
  done.value = true;
}
