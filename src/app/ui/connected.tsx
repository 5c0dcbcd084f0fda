import type { ComponentChildren } from "preact";
import type { Insitu } from "../../index.ts";
import { Problem } from "./problem.tsx";
import { useResource } from "./resource.ts";
import type { ViewProps } from "./view-props.ts";

export interface ConnectedProps extends ViewProps {
  readonly children: (insitu: Insitu) => ComponentChildren;
}

/** Shows its children once the page is connected to the service, or why it cannot be. */
export function Connected({ connection, children }: ConnectedProps) {
  const { state, reload } = useResource(() => connection.open());
  switch (state.type) {
    case "loading":
      return <p class="soft">Connecting…</p>;
    case "failed":
      return <Problem message={state.message} onRetry={reload} />;
    case "ready":
      return <>{children(state.value)}</>;
  }
}
