import type { ComponentChildren } from "preact";
import type { Insitu } from "../../index.ts";
import type { ServiceConnection } from "../service/connection.ts";
import { Problem } from "./problem.tsx";
import { useResource } from "./resource.ts";

export interface ConnectedProps {
  readonly connection: Pick<ServiceConnection, "open">;
  readonly children: (insitu: Insitu) => ComponentChildren;
}

/** What needs the service: shown once the page is connected; says why where it cannot be. */
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
