import { expect, it } from "vitest";
import type { OutboundHost } from "../store/rows.ts";
import { deferred } from "../util/deferred.ts";
import { createOutboundTally } from "./outbound-tally.ts";

it("writes the counts of many events at once, in one row for each host", async () => {
  const written: (readonly OutboundHost[])[] = [];
  const clock = { now: 0 };
  const tally = createOutboundTally({
    write: async (counts) => void written.push(counts),
    delayMs: 1,
    now: () => (clock.now += 1),
  });
  const done = Array.from({ length: 100 }, () => tally.add("a.example", { requests: 1, bytesReceived: 10 }));
  done.push(tally.add("b.example", { refused: 1 }));
  await Promise.all(done);
  expect(written).toEqual([
    [
      { host: "a.example", requests: 100, bytesReceived: 1000, bytesSent: 0, refused: 0, lastAt: 100 },
      { host: "b.example", requests: 0, bytesReceived: 0, bytesSent: 0, refused: 1, lastAt: 101 },
    ],
  ]);
  await tally.add("b.example", { bytesReceived: null });
  expect(written[1]).toMatchObject([{ host: "b.example", bytesReceived: null, refused: 0 }]);
});

it("keeps counts that could not be written for the next write", async () => {
  const written: (readonly OutboundHost[])[] = [];
  let failures = 1;
  const tally = createOutboundTally({
    write: async (counts) => {
      if (failures-- > 0) throw new Error("no room");
      written.push(counts);
    },
    delayMs: 1,
  });
  await tally.add("a.example", { requests: 1 });
  expect(written).toEqual([]);
  await tally.add("a.example", { requests: 1 });
  expect(written).toMatchObject([[{ host: "a.example", requests: 2 }]]);
});

it("writes nothing once it has been stopped, and waits for the write under way", async () => {
  const events: string[] = [];
  const disk = deferred();
  const tally = createOutboundTally({
    write: async () => {
      events.push("begun");
      await disk.promise;
      events.push("written");
    },
    delayMs: 1,
  });
  void tally.add("a.example", { requests: 1 });
  await expect.poll(() => events).toContain("begun");
  void tally.add("b.example", { requests: 1 });
  const stopped = tally.stop().then(() => events.push("stopped"));
  disk.resolve();
  await stopped;
  expect(events).toEqual(["begun", "written", "stopped"]);
  await tally.add("c.example", { requests: 1 });
  expect(events).toEqual(["begun", "written", "stopped"]);
});
