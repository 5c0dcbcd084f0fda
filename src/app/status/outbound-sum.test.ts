import { expect, it } from "vitest";
import type { OutboundHost } from "../../index.ts";
import { describeSince, sumOf } from "./outbound-sum.ts";

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
  const before = sumOf([host({})]);
  expect(describeSince(before, before)).toBe("Nothing has gone out");
  expect(describeSince(sumOf([]), sumOf([host({ requests: 0, refused: 4 })]))).toBe("Nothing has gone out");
});

it("adds hosts up, and knows no sum of which a part is unknown", () => {
  const now = sumOf([host({ requests: 3, bytesReceived: 12_000 }), host({ requests: 1, bytesSent: null })]);
  expect(now).toEqual({ requests: 4, bytesReceived: 13_000, bytesSent: null });
  expect(describeSince(sumOf([host({})]), now)).toBe(
    "3 requests went out: 12 kB received, an unknown number of bytes sent",
  );
});
