import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Insitu, OutboundHost } from "../../index.ts";
import { DataTable } from "../ui/data-table.tsx";
import { describeCount, describeTime } from "../ui/format.ts";
import { usePolled } from "../ui/polled.ts";
import { Problem } from "../ui/problem.tsx";
import { describeBytesOrUnknown, describeOutboundSince } from "./outbound-since.ts";

const POLL_INTERVAL_MS = 2_000;

const COLUMNS = [
  { title: "Host" },
  { title: "Requests", number: true },
  { title: "Received", number: true },
  { title: "Sent", number: true },
  { title: "Refused", number: true },
  { title: "Last" },
];

/** Requests of the app's pages and workers that the service worker saw go out to the network, by host. */
export function OutboundRequests({ outbound }: Pick<Insitu, "outbound">) {
  const { state, reload } = usePolled(outbound, POLL_INTERVAL_MS);
  const opened = useSignal<{ readonly at: number; readonly hosts: readonly OutboundHost[] } | null>(null);
  const hosts = state.type === "ready" ? state.value : null;
  useEffect(() => {
    if (hosts !== null) opened.value ??= { at: Date.now(), hosts };
  }, [hosts]);
  if (state.type === "failed") return <Problem message={state.message} onRetry={reload} />;
  if (hosts === null) return null;
  return (
    <>
      {opened.value !== null && (
        <p class="figure">
          {describeOutboundSince(opened.value.hosts, hosts)} since you opened this view,{" "}
          {describeTime(opened.value.at)}.
        </p>
      )}
      {hosts.length === 0 ? (
        <p class="soft">The service worker has seen no request go out.</p>
      ) : (
        <HostTable hosts={hosts} />
      )}
      <p class="soft">
        Only requests that the service worker sees are counted: not the page load of a first visit, nor the
        browser's own checks for a new version.
      </p>
    </>
  );
}

function HostTable({ hosts }: { readonly hosts: readonly OutboundHost[] }) {
  return (
    <DataTable label="Requests to the network, by host" columns={COLUMNS}>
      {hosts.map(({ host, requests, bytesReceived, bytesSent, refused, lastAt }) => (
        <tr key={host}>
          <th scope="row" class="host">
            {host}
            {host === location.host && <span class="soft host-note"> (this app's files)</span>}
          </th>
          <td class="number">{describeCount(requests)}</td>
          <td class="number">{describeBytesOrUnknown(bytesReceived)}</td>
          <td class="number">{describeBytesOrUnknown(bytesSent)}</td>
          <td class="number">{describeCount(refused)}</td>
          <td class="time">{describeTime(lastAt)}</td>
        </tr>
      ))}
    </DataTable>
  );
}
