import type { Insitu } from "../../index.ts";
import type { ViewProps } from "../ui/view-props.ts";
import { Connected } from "../ui/connected.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { useReloadOnReturn } from "../ui/reload-on-return.ts";
import { useResource } from "../ui/resource.ts";
import { readAccounts } from "./accounts.ts";
import { WorkspaceView } from "./workspace-view.tsx";
import "./keys.css";

/** Workspaces with their keys, limits and usage. */
export function KeysView({ connection }: ViewProps) {
  return (
    <Page
      class="keys-view"
      title="API keys"
      lead="Apps in this browser call the model with a key. Keys tell apps apart, limit them and can be revoked; they do not protect against other scripts of this site."
    >
      <Connected connection={connection}>{(insitu) => <AccountsView insitu={insitu} />}</Connected>
    </Page>
  );
}

function AccountsView({ insitu }: { readonly insitu: Insitu }) {
  const { state, reload } = useResource(() => readAccounts(insitu));
  useReloadOnReturn(reload);
  switch (state.type) {
    case "loading":
      return <p class="soft">Reading the keys…</p>;
    case "failed":
      return <Problem message={state.message} onRetry={reload} />;
    case "ready":
      return <WorkspaceView insitu={insitu} accounts={state.value} reload={reload} />;
  }
}
