import type { Insitu } from "../../index.ts";
import { Persistence } from "../ui/persistence.tsx";
import { describeBytes } from "../../format/describe-bytes.ts";
import { Problem } from "../ui/problem.tsx";
import { useResource } from "../ui/resource.ts";

export function StorageSetting({ models }: Pick<Insitu, "models">) {
  const { state, reload } = useResource(() => models.storage());
  if (state.type === "loading") return <p class="soft">Measuring…</p>;
  if (state.type === "failed") return <Problem message={state.message} onRetry={reload} />;
  const { usageBytes, persisted } = state.value;
  return (
    <>
      <p class="figure">
        {describeBytes(usageBytes)} stored in this browser. <a href="#/models">See details</a>
      </p>
      <Persistence persisted={persisted} models={models} onPersisted={reload} />
    </>
  );
}
