import type { ViewProps } from "../shell/views.tsx";
import { Page } from "../ui/page.tsx";

export function SettingsView({ connection }: ViewProps) {
  return (
    <Page title="Settings">
      <p>{connection.problem.value}</p>
    </Page>
  );
}
