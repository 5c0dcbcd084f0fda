import type { Insitu } from "../../index.ts";
import { describeEngine } from "../ui/describe-engine.ts";
import { useResource } from "../ui/resource.ts";

/** The build, the engine and the licence; without the service only the licence. */
export function About({ status }: Pick<Insitu, "status">) {
  const { state } = useResource(() => status());
  return (
    <dl class="facts">
      <dt>Build</dt>
      <dd class="figure">{state.type === "ready" ? state.value.worker.build : "not known"}</dd>
      {state.type === "ready" && (
        <>
          <dt>Engine</dt>
          <dd class="figure">{describeEngine(state.value.host.engine)}</dd>
        </>
      )}
      <dt>Licence</dt>
      <dd>Apache-2.0; each model has its own</dd>
    </dl>
  );
}
