import type { ViewProps } from "../shell/views.tsx";
import { Page } from "../ui/page.tsx";

export function ConnectView({ connection }: ViewProps) {
  return (
    <Page title="Connect">
      <p>{connection.problem.value}</p>
    </Page>
  );
}
