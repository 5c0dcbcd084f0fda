import { useEffect } from "preact/hooks";
import type { CatalogueEntry, Models } from "../../index.ts";
import { describeBytes } from "../../format/describe-bytes.ts";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { useResource } from "../ui/resource.ts";
import { describeStorage } from "./describe-storage.ts";
import { Persistence } from "../ui/persistence.tsx";

export interface StorageMeterProps {
  readonly models: Models;
  readonly entries: readonly CatalogueEntry[];
}

/** Used storage, by model, and the browser's quota. */
export function StorageMeter({ models, entries }: StorageMeterProps) {
  const { state, reload } = useResource(() => models.storage());
  // Measured again when a model is installed or removed, not at each byte.
  const kinds = entries.map(({ id, state }) => `${id}:${state.type}`).join(" ");
  useEffect(reload, [kinds, reload]);
  if (state.type === "loading") return null;
  if (state.type === "failed") return <Problem message={state.message} onRetry={reload} />;
  const { usageBytes, quotaBytes, persisted } = state.value;
  const summary = describeStorage(state.value);
  return (
    <Section title="Storage">
      <div class="card">
        {quotaBytes > 0 && (
          <meter class="bar" aria-label="Storage used" min={0} max={quotaBytes} value={usageBytes}>
            {summary}
          </meter>
        )}
        <p class="figure">{summary}</p>
        {state.value.models.length > 0 && (
          <ul class="model-facts soft figure">
            {state.value.models.map(({ id, bytes }) => (
              <li key={id}>
                {entries.find((entry) => entry.id === id)?.name ?? id}: {describeBytes(bytes)}
              </li>
            ))}
          </ul>
        )}
        <Persistence persisted={persisted} models={models} onPersisted={reload} />
      </div>
    </Section>
  );
}
