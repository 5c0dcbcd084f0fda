import { expect, it } from "vitest";
import type { OutboundHost } from "../../index.ts";
import { describeOutboundSince } from "./outbound-since.ts";

const host = (change: Partial<OutboundHost>): OutboundHost => ({
  host: "a.example",
  requests: 1,
  bytesReceived: 1000,
  bytesSent: 0,
  refused: 0,
  lastAt: 0,
  ...change,
});

it("says that nothing went out where nothing did", () => {
  expect(describeOutboundSince([host({})], [host({})])).toBe("Nothing has gone out");
  expect(describeOutboundSince([], [host({ requests: 0, refused: 4 })])).toBe("Nothing has gone out");
});

it("adds hosts up, and knows no sum of which a part is unknown", () => {
  const other = host({ host: "b.example", requests: 2, bytesReceived: 1000, bytesSent: null });
  const now = [host({ requests: 3, bytesReceived: 12_000 }), other];
  expect(describeOutboundSince([host({})], now)).toBe(
    "4 requests went out: 12 kB received, an unknown number of bytes sent",
  );
});

it("does not take a host that was not asked again for unknown", () => {
  const elsewhere = host({ host: "b.example", bytesReceived: null, bytesSent: null });
  const now = [elsewhere, host({ requests: 2, bytesReceived: 1500 })];
  expect(describeOutboundSince([elsewhere, host({})], now)).toBe(
    "1 request went out: 500 bytes received, 0 bytes sent",
  );
});
