/** True if the browser reports a network. Chatting needs none; installing a model does. */
import { type ReadonlySignal, signal } from "@preact/signals";

const state = signal(navigator.onLine);
for (const type of ["online", "offline"]) {
  addEventListener(type, () => void (state.value = navigator.onLine));
}

export const online: ReadonlySignal<boolean> = state;
