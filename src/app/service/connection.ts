/** The app's one connection to the service, made at the first need. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { ConnectOptions, Insitu, ModelProgress, Update } from "../../index.ts";
import { messageOf } from "../../util/message-of.ts";

export interface ServiceConnection {
  /** What `connect()` gave. Tried anew after a failure. */
  open(): Promise<Insitu>;
  /** What the model in memory, or on its way there, is at; null until something is known of it. */
  readonly progress: ReadonlySignal<ModelProgress | null>;
  /** Why the service cannot be used, in words for the person; null while nothing failed. */
  readonly problem: ReadonlySignal<string | null>;
  /** A new version of the app that waits to be used; null while there is none. */
  readonly update: ReadonlySignal<Update | null>;
}

export function createServiceConnection(
  connect: (options: ConnectOptions) => Promise<Insitu>,
): ServiceConnection {
  const progress = signal<ModelProgress | null>(null);
  const problem = signal<string | null>(null);
  const update = signal<Update | null>(null);
  let opening: Promise<Insitu> | undefined;

  async function start(): Promise<Insitu> {
    try {
      const insitu = await connect({
        onProgress: (step) => void (progress.value = step),
        onUpdate: (waiting) => void (update.value = waiting),
      });
      problem.value = null;
      // Another tab may have loaded the model already. Where no engine can start, the first message says so.
      insitu.status().then(
        ({ host }) => void (progress.value ??= host.model),
        () => {},
      );
      return insitu;
    } catch (error) {
      opening = undefined;
      problem.value = messageOf(error);
      throw error;
    }
  }

  return { open: () => (opening ??= start()), progress, problem, update };
}
