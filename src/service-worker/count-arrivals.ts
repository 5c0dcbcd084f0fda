import type { OutboundTally } from "./outbound-tally.ts";

/** Added by `transferSize` to the size of a body, whatever the headers were (Resource Timing, 4.3). */
const HEADER_BYTES = 300;

/** False in browsers that do not show a service worker the sizes of its fetches. */
export const SHOWS_SIZES = PerformanceObserver.supportedEntryTypes.includes("resource");

/**
 * Count the bytes that arrive from our own origin once a fetch of this worker has ended: complete, cut short or
 * cancelled. Browsers show these sizes for the worker's own origin only.
 */
export function countArrivals(tally: Pick<OutboundTally, "add">, origin: string): void {
  if (!SHOWS_SIZES) return;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceResourceTiming)) continue;
      const url = new URL(entry.name);
      if (url.origin !== origin) continue;
      const bytesReceived = Math.max(0, entry.transferSize - HEADER_BYTES);
      if (bytesReceived > 0) void tally.add(url.host, { bytesReceived });
    }
  });
  observer.observe({ type: "resource" });
}
