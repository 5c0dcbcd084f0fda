/** What went out, added up over the hosts. */
import type { OutboundHost } from "../../index.ts";
import { countOf, describeBytes } from "../ui/format.ts";

/** Null where a part is not known. */
export interface OutboundSum {
  readonly requests: number;
  readonly bytesReceived: number | null;
  readonly bytesSent: number | null;
}

export function sumOf(hosts: readonly OutboundHost[]): OutboundSum {
  return {
    requests: hosts.reduce((sum, { requests }) => sum + requests, 0),
    bytesReceived: add(hosts.map(({ bytesReceived }) => bytesReceived)),
    bytesSent: add(hosts.map(({ bytesSent }) => bytesSent)),
  };
}

/** "Nothing has gone out", or "3 requests went out: 12 kB received, 0 byte sent". */
export function describeSince(before: OutboundSum, now: OutboundSum): string {
  const requests = now.requests - before.requests;
  if (requests <= 0) return "Nothing has gone out";
  const received = describeDifference(before.bytesReceived, now.bytesReceived);
  const sent = describeDifference(before.bytesSent, now.bytesSent);
  return `${countOf(requests, "request")} went out: ${received} received, ${sent} sent`;
}

/** Bytes, or that they could not be counted. */
export function describeKnownBytes(bytes: number | null): string {
  return bytes === null ? "not known" : describeBytes(bytes);
}

function describeDifference(before: number | null, now: number | null): string {
  return before === null || now === null ? "an unknown number of bytes" : describeBytes(now - before);
}

function add(counts: readonly (number | null)[]): number | null {
  return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
}
