import type { ViewProps } from "../shell/views.tsx";
import { Page } from "../ui/page.tsx";

export function StatusView({ connection }: ViewProps) {
  return (
    <Page title="Status">
      <p>{connection.problem.value}</p>
    </Page>
  );
}
