import { useEffect, useRef } from "preact/hooks";
import type { CatalogueEntry, Insitu } from "../../index.ts";
import type { ViewProps } from "../ui/view-props.ts";
import { Connected } from "../ui/connected.tsx";
import { Page, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { AddFile } from "./add-file.tsx";
import { AvailableModels } from "./available-models.tsx";
import { modelsOnDevice } from "./find-models.ts";
import { ModelRow } from "./model-row.tsx";
import { StorageMeter } from "./storage-meter.tsx";
import { useCatalogue } from "./use-catalogue.ts";
import { isInCatalogue, type ModelActions } from "./model-actions.ts";
import "./models.css";

export function ModelsView({ connection }: ViewProps) {
  return (
    <Page
      class="models-view"
      title="Models"
      lead="Models are downloaded once, verified and stored in this browser. They run on this device, even offline."
    >
      <Connected connection={connection}>{(insitu) => <ModelCatalogue insitu={insitu} />}</Connected>
    </Page>
  );
}

function ModelCatalogue({ insitu }: { readonly insitu: Insitu }) {
  const { models } = insitu;
  const catalogue = useCatalogue(insitu);
  const entries = catalogue.entries.value;
  const defaultModel = catalogue.defaultModel.value;
  const acted = useActedModel([entries, defaultModel]);
  const actions: ModelActions = {
    install: (id) => {
      acted(id);
      return models.install(id).catch((error: unknown) => {
        if (!isInCatalogue(error)) throw error;
      });
    },
    pause: (id) => models.pause(id),
    remove: (id) => {
      acted(id);
      return models.remove(id);
    },
    makeDefault: (id) => {
      acted(id);
      return catalogue.makeDefault(id);
    },
  };
  const renderModel = (entry: CatalogueEntry) => (
    <ModelRow key={entry.id} entry={entry} isDefault={entry.id === defaultModel} actions={actions} />
  );

  if (catalogue.problem.value !== null) {
    return <Problem message={catalogue.problem.value} onRetry={catalogue.retry} />;
  }
  if (entries === null) return <p class="soft">Checking what this device can run…</p>;
  const here = modelsOnDevice(entries);
  return (
    <>
      <p class="visually-hidden" role="status">
        {catalogue.announcement}
      </p>
      <Section title="On this device" actions={<AddFile models={models} onAdded={acted} />}>
        {here.length === 0 ? (
          <p>Nothing yet. The first message downloads the default model, or install one below.</p>
        ) : (
          <ul class="model-list">{here.map(renderModel)}</ul>
        )}
      </Section>
      <AvailableModels entries={entries} renderModel={renderModel} />
      <StorageMeter models={models} entries={entries} />
    </>
  );
}

/**
 * An action on a model may remove its button, by moving the model from one list to the other. The focus then
 * goes to the model's next button, or to the view if there is none.
 */
function useActedModel(changes: readonly unknown[]): (id: string) => void {
  const acted = useRef<string | null>(null);
  useEffect(() => {
    if (acted.current === null || document.activeElement !== document.body) return;
    // A dialog traps the focus, and restores it when it closes.
    if (document.querySelector("dialog[open]") !== null) return;
    const row = document.querySelector(`[data-model="${CSS.escape(acted.current)}"]`);
    const target = row?.querySelector("button") ?? document.getElementById("main");
    target?.focus();
    acted.current = null;
  }, changes);
  return (id) => void (acted.current = id);
}
