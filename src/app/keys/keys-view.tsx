import type { ViewProps } from "../shell/views.tsx";
import { Page } from "../ui/page.tsx";

export function KeysView({ connection }: ViewProps) {
  return (
    <Page title="Keys">
      <p>{connection.problem.value}</p>
    </Page>
  );
}
