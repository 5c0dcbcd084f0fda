import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkerMessage } from "../wire/page-messages.ts";
import type { ReplyMessage } from "../wire/request-messages.ts";
import { fakeTimers, passTime, roundTrip } from "../wire/testing/round-trip.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { findHost, type ReachedHost } from "./find-host.ts";

beforeEach(fakeTimers);
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** A page that sends `answers` at once; `say` sends more, and `heard` holds the messages it received. */
function page(id: string, answers: readonly ReplyMessage[] = []) {
  const heard: unknown[] = [];
  let port: MessagePort | undefined;
  const say = (message: ReplyMessage) => port?.postMessage(message);
  return {
    id,
    heard,
    say,
    asked: [] as WorkerMessage[],
    postMessage(message: WorkerMessage, [given]: Transferable[]) {
      if (!(given instanceof MessagePort)) throw new TypeError("a port must come with the message");
      this.asked.push(message);
      port = given;
      given.onmessage = ({ data }) => heard.push(data.type);
      for (const answer of answers) say(answer);
    },
  };
}

const reaching: ReplyMessage = { v, type: "reaching" };
const unreachable: ReplyMessage = { v, type: "unreachable" };
const passed: ReplyMessage = { v, type: "passed", instance: "host" };
const hello: ReplyMessage = { v, type: "hello", instance: "host", lock: "lock" };

function find(pages: readonly ReturnType<typeof page>[], signal = new AbortController().signal) {
  const hung: string[] = [];
  const result: { found?: ReachedHost; problem?: unknown } = {};
  const options = { preferred: ["asking"], hung: ["dead"], signal };
  void (async () => {
    result.found = await findHost(pages, { ...options, onHung: (instance) => hung.push(instance) });
    result.found.port.close();
  })().catch((problem: unknown) => (result.problem = problem));
  return { result, hung };
}

describe("findHost", () => {
  it("asks one page while it answers, and names the hosts that hang", async () => {
    const pages = [page("other"), page("asking", [reaching, passed, hello])];
    const { result } = find(pages);
    await roundTrip();
    expect(result.found?.page).toBe("asking");
    expect(pages.map(({ asked }) => asked)).toEqual([[], [{ v, type: "reach-host", hung: ["dead"] }]]);
  });

  it("asks more pages while one is silent, and closes the ports of the losers", async () => {
    const silent = ["asking", "a", "b"].map((id) => page(id));
    const able = page("c", [reaching, passed, hello]);
    const last = page("d");
    const { result } = find([...silent, able, last]);
    await roundTrip();
    expect(result.found).toBeUndefined();
    await passTime(600);
    expect(result.found?.page).toBe("c");
    await roundTrip();
    expect(silent.map(({ heard }) => heard)).toEqual([["cancel"], ["cancel"], ["cancel"]]);
    expect(last.asked.length).toBeLessThanOrEqual(1);
  });

  it("waits for a page that is starting the host, and asks no other meanwhile", async () => {
    const starting = page("asking", [reaching]);
    const other = page("other");
    const { result } = find([starting, other]);
    await passTime(5_000);
    expect(other.asked).toEqual([]);
    starting.say(passed);
    starting.say(hello);
    await roundTrip();
    expect(result.found?.page).toBe("asking");
  });

  it("asks the next page at once when one has no host", async () => {
    const { result } = find([page("asking", [reaching, unreachable]), page("other", [reaching, hello])]);
    await roundTrip();
    expect(result.found?.page).toBe("other");
  });

  it("gives up after 8 s of silence, whatever the number of pages", async () => {
    const { result } = find(Array.from({ length: 30 }, (_, index) => page(`${index}`)));
    await passTime(8_000 + 5 * 300);
    expect(result.problem).toMatchObject({ code: "unavailable" });
  });

  it("detects a host that hangs before its hello", async () => {
    const { result, hung } = find([page("asking", [reaching, passed])]);
    await passTime(20_000);
    expect(result.problem).toMatchObject({ code: "unavailable" });
    expect(hung).toEqual(["host"]);
  });

  it("skips a page that cannot be reached", async () => {
    const gone = page("asking");
    gone.postMessage = () => {
      throw new DOMException("gone", "InvalidStateError");
    };
    const { result } = find([gone, page("other", [hello])]);
    await roundTrip();
    expect(result.found?.page).toBe("other");
  });

  it("ends when the request is cancelled, even before it begins", async () => {
    const abort = new AbortController();
    const silent = page("asking");
    const { result } = find([silent], abort.signal);
    await roundTrip();
    abort.abort();
    await roundTrip();
    expect(result.problem).toMatchObject({ code: "cancelled" });
    expect(silent.heard).toEqual(["cancel"]);
    const late = page("asking");
    const again = find([late], abort.signal);
    await roundTrip();
    expect(again.result.problem).toMatchObject({ code: "cancelled" });
    expect(late.asked).toEqual([]);
  });
});
