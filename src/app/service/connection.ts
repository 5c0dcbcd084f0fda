/** The app's one connection to the service, opened at its first use. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { ConnectOptions, Insitu, ModelProgress, Update } from "../../index.ts";
import { messageOf } from "../../util/message-of.ts";

export interface ServiceConnection {
  /** The result of `connect()`, which is tried again after a failure. */
  open(): Promise<Insitu>;
  /** Progress of the model that is loaded or being loaded; null until it is known. */
  readonly progress: ReadonlySignal<ModelProgress | null>;
  /** The reason why the service cannot be used, for the user; null if it can, or has not been tried. */
  readonly problem: ReadonlySignal<string | null>;
  /** A new version of the app that waits to be activated; null if there is none. */
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
        onProgress: (latest) => void (progress.value = latest),
        onUpdate: (waiting) => void (update.value = waiting),
      });
      problem.value = null;
      // Another tab may have loaded the model. If no engine can start, the first message says so.
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
