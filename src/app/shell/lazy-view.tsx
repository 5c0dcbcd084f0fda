import type { ViewId } from "../browser/route.ts";
import { Problem } from "../ui/problem.tsx";
import { useResource } from "../ui/resource.ts";
import type { ViewProps } from "../ui/view-props.ts";
import { LOADERS } from "./views.tsx";

export interface LazyViewProps extends ViewProps {
  readonly view: Exclude<ViewId, "chat">;
}

/** A view whose code is loaded when it is first shown. Keyed by the view, so that each loads once. */
export function LazyView({ view, connection }: LazyViewProps) {
  const loaded = useResource(LOADERS[view]);
  switch (loaded.state.type) {
    case "loading":
      return null;
    case "failed":
      return <Problem message={loaded.state.message} onRetry={loaded.reload} />;
    case "ready": {
      const Component = loaded.state.value;
      return <Component connection={connection} />;
    }
  }
}
