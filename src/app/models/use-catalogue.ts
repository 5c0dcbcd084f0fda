import { useSignal, type ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { CatalogueEntry, Insitu } from "../../index.ts";
import { messageOf } from "../../util/message-of.ts";
import { announceChanges } from "./describe-install.ts";

export interface LiveCatalogue {
  /** Null until the list has been read. */
  readonly entries: ReadonlySignal<readonly CatalogueEntry[] | null>;
  readonly problem: ReadonlySignal<string | null>;
  /** Text for screen readers. */
  readonly announcement: ReadonlySignal<string>;
  readonly defaultModel: ReadonlySignal<string | null>;
  readonly makeDefault: (id: string) => Promise<void>;
  /** Read everything again, after a failure. */
  readonly retry: () => void;
}

/** The catalogue, which follows the changes of every tab while the component is shown. */
export function useCatalogue({ models, settings }: Insitu): LiveCatalogue {
  const entries = useSignal<readonly CatalogueEntry[] | null>(null);
  const problem = useSignal<string | null>(null);
  const announcement = useSignal("");
  const defaultModel = useSignal<string | null>(null);

  const show = (list: readonly CatalogueEntry[]) => {
    const changes = announceChanges(entries.peek() ?? [], list);
    if (changes !== "") announcement.value = changes;
    entries.value = list;
    problem.value = null;
  };
  const readDefault = async () => {
    defaultModel.value = (await settings.get()).defaultModel;
  };
  const retry = () => {
    Promise.all([models.list().then(show), readDefault()]).catch((error: unknown) => {
      problem.value = messageOf(error);
    });
  };

  useEffect(() => {
    const stop = models.observe((list) => {
      show(list);
      // If the default model was removed, another one takes its place.
      readDefault().catch(() => {});
    });
    retry();
    return stop;
  }, [models]);

  return {
    entries,
    problem,
    announcement,
    defaultModel,
    retry,
    makeDefault: async (id) => {
      defaultModel.value = (await settings.set({ defaultModel: id })).defaultModel;
    },
  };
}
