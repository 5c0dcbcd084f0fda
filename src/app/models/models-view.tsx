import type { ViewProps } from "../shell/views.tsx";
import { Page } from "../ui/page.tsx";

export function ModelsView({ connection }: ViewProps) {
  return (
    <Page title="Models">
      <p>{connection.problem.value}</p>
    </Page>
  );
}
