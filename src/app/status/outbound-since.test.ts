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

it("says so if nothing went out", () => {
  expect(describeOutboundSince([host({})], [host({})])).toBe("Nothing has gone out");
  expect(describeOutboundSince([], [host({ requests: 0, refused: 4 })])).toBe("Nothing has gone out");
});

it("sums up hosts; the sum is unknown if a part is", () => {
  const other = host({ host: "b.example", requests: 2, bytesReceived: 1000, bytesSent: null });
  const now = [host({ requests: 3, bytesReceived: 12_000 }), other];
  expect(describeOutboundSince([host({})], now)).toBe(
    "4 requests went out: 12 kB received, an unknown number of bytes sent",
  );
});

it("ignores unknown earlier bytes of a host without new requests", () => {
  const elsewhere = host({ host: "b.example", bytesReceived: null, bytesSent: null });
  const now = [elsewhere, host({ requests: 2, bytesReceived: 1500 })];
  expect(describeOutboundSince([elsewhere, host({})], now)).toBe(
    "1 request went out: 500 bytes received, 0 bytes sent",
  );
});
