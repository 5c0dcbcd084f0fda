import type { Insitu } from "../../index.ts";
import type { ViewProps } from "../ui/view-props.ts";
import { Connected } from "../ui/connected.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Page, Section } from "../ui/page.tsx";
import { CodeSection } from "./code-section.tsx";
import { KeySection } from "./key-section.tsx";
import { RequirementsSection } from "./requirements-section.tsx";
import "./connect.css";

/** The view for developers of apps: the base URL, a key, and code that works as pasted. */
export function ConnectView({ connection }: ViewProps) {
  return (
    <Page
      class="connect-view"
      title="Connect an app"
      lead="Any page of this site can call the model through the SDK it already uses: give the SDK a base URL, a key and a fetch function."
    >
      <Connected connection={connection}>{(insitu) => <Connecting insitu={insitu} />}</Connected>
    </Page>
  );
}

function Connecting({ insitu }: { readonly insitu: Insitu }) {
  return (
    <>
      <Section title="Base URL">
        <div class="copy-line">
          <code class="code base-url">{insitu.baseURL}</code>
          <CopyButton text={insitu.baseURL} what="base URL" />
        </div>
      </Section>
      <KeySection insitu={insitu} />
      <CodeSection insitu={insitu} />
      <RequirementsSection baseURL={insitu.baseURL} />
    </>
  );
}
