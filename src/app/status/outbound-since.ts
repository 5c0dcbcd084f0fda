/** Describes the difference between two readings of the outbound log. */
import type { OutboundHost } from "../../index.ts";
import { describeBytes } from "../../format/describe-bytes.ts";
import { countOf } from "../ui/format.ts";

type Hosts = readonly OutboundHost[];

/** "Nothing has gone out", or "3 requests went out: 12 kB received, 0 bytes sent". */
export function describeOutboundSince(before: Hosts, now: Hosts): string {
  const pairs = now.map((host) => ({ host, earlier: before.find((other) => other.host === host.host) }));
  const requests = pairs.reduce(
    (sum, { host, earlier }) => sum + host.requests - (earlier?.requests ?? 0),
    0,
  );
  if (requests <= 0) return "Nothing has gone out";
  const difference = (field: "bytesReceived" | "bytesSent") =>
    add(pairs.map(({ host, earlier }) => differenceOf(host, earlier, field)));
  const received = describeDifference(difference("bytesReceived"));
  const sent = describeDifference(difference("bytesSent"));
  return `${countOf(requests, "request")} went out: ${received} received, ${sent} sent`;
}

/** "12 kB", or "not known" for bytes that could not be counted. */
export function describeBytesOrUnknown(bytes: number | null): string {
  return bytes === null ? "not known" : describeBytes(bytes);
}

/** Null if unknown. A host without new requests adds 0, even if its earlier bytes are unknown. */
function differenceOf(
  host: OutboundHost,
  earlier: OutboundHost | undefined,
  field: "bytesReceived" | "bytesSent",
): number | null {
  const before = earlier === undefined ? 0 : earlier[field];
  const now = host[field];
  if (before === null && host.requests === earlier?.requests) return 0;
  return before === null || now === null ? null : now - before;
}

function describeDifference(bytes: number | null): string {
  return bytes === null ? "an unknown number of bytes" : describeBytes(bytes);
}

function add(counts: readonly (number | null)[]): number | null {
  return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
}
