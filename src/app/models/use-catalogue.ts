import { useSignal, type ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { CatalogueEntry, Insitu } from "../../index.ts";
import { messageOf } from "../../util/message-of.ts";
import { announceChanges } from "./describe-install.ts";

export interface LiveCatalogue {
  /** Null until the list is there. */
  readonly entries: ReadonlySignal<readonly CatalogueEntry[] | null>;
  readonly problem: ReadonlySignal<string | null>;
  /** What a person who listens should hear now. */
  readonly announcement: ReadonlySignal<string>;
  readonly defaultModel: ReadonlySignal<string | null>;
  readonly makeDefault: (id: string) => Promise<void>;
  /** After a failure. */
  readonly retry: () => void;
}

/** The catalogue as it changes, also by other tabs, while the component is shown. */
export function useCatalogue({ models, settings }: Insitu): LiveCatalogue {
  const entries = useSignal<readonly CatalogueEntry[] | null>(null);
  const problem = useSignal<string | null>(null);
  const announcement = useSignal("");
  const defaultModel = useSignal<string | null>(null);

  const show = (list: readonly CatalogueEntry[]) => {
    const said = announceChanges(entries.peek() ?? [], list);
    if (said !== "") announcement.value = said;
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
      // A default that was removed gives way to another.
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
