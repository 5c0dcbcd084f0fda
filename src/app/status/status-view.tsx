import type { Insitu } from "../../index.ts";
import type { ViewProps } from "../ui/view-props.ts";
import { Connected } from "../ui/connected.tsx";
import { Page, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { CurrentStatus } from "./current-status.tsx";
import { OutboundRequests } from "./outbound-requests.tsx";
import { PagePolicy } from "./page-policy.tsx";
import { RequestLog } from "./request-log.tsx";
import { SelfTest } from "./self-test.tsx";
import { useStatus } from "./use-status.ts";
import "./status.css";

export function StatusView({ connection }: ViewProps) {
  return (
    <Page
      class="status-view"
      title="Status"
      lead="The engine on this device, the requests it received, and everything sent to the network."
    >
      <Connected connection={connection}>{(insitu) => <ServiceStatus insitu={insitu} />}</Connected>
    </Page>
  );
}

function ServiceStatus({ insitu }: { readonly insitu: Insitu }) {
  const { status, problem } = useStatus(insitu);
  const storageProblem = status.value?.worker.storageProblem;
  return (
    <>
      <Section title="Now">
        {problem.value !== null && <Problem message={problem.value} />}
        {storageProblem !== undefined && <Problem message={storageProblem} />}
        {status.value !== null && <CurrentStatus status={status.value} />}
      </Section>
      <Section title="Proof of privacy">
        <OutboundRequests outbound={insitu.outbound} />
        <PagePolicy />
        <SelfTest selfTest={insitu.selfTest} />
      </Section>
      <Section title="Requests">
        <p class="soft">The service logs what was called, never what was said.</p>
        <RequestLog requestLog={insitu.requestLog} />
      </Section>
    </>
  );
}
