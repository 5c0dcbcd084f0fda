import { afterEach, expect, it } from "vitest";
import type { ControlMessage, PageState } from "../wire/control-messages.ts";
import { roundTrip } from "../wire/testing/round-trip.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { createCpuWorkers, type HostPort } from "./cpu-workers.ts";
import { createPageState } from "./page-state.ts";

class TestDocument extends EventTarget {
  visibilityState: DocumentVisibilityState = "visible";
}

class TestHost extends EventTarget {
  readonly states: PageState[] = [];
  readonly end = new AbortController();
  readonly told: unknown[] = [];
  #channels: MessageChannel[] = [];

  readonly port: HostPort = {
    addEventListener: (type, listener, options) => this.addEventListener(type, listener, options),
    postMessage: (message: ControlMessage) => {
      if (message.type === "page") this.states.push(message.state);
    },
  };

  askForWorker(ports = 3): void {
    const channels = Array.from({ length: ports }, () => new MessageChannel());
    this.#channels.push(...channels);
    if (channels[0] !== undefined) channels[0].port1.onmessage = ({ data }) => this.told.push(data);
    const data = { v, type: "start-cpu-worker" };
    this.dispatchEvent(new MessageEvent("message", { data, ports: channels.map(({ port2 }) => port2) }));
  }

  close(): void {
    for (const { port1 } of this.#channels) port1.close();
  }
}

const hosts: TestHost[] = [];
afterEach(() => hosts.splice(0).forEach((host) => host.close()));

/** A page, and which of its workers were created and terminated. */
function open() {
  const document = new TestDocument();
  const window = Object.assign(new EventTarget(), { crossOriginIsolated: true });
  const terminated: number[] = [];
  let created = 0;
  const create = () => {
    const number = (created += 1);
    const terminate = () => void terminated.push(number);
    return { postMessage: () => {}, addEventListener: () => {}, terminate };
  };
  const cpuWorkers = createCpuWorkers(create, createPageState({ window, document }));
  const connect = () => {
    const host = new TestHost();
    hosts.push(host);
    cpuWorkers.offer(host.port, host.end.signal);
    return host;
  };
  return { document, window, terminated, connect, created: () => created };
}

it("reports the page's state to a host, now and on every change until the host ends", () => {
  const { document, window, connect } = open();
  const { states, end } = connect();
  const reported = () => states.splice(0).map(({ visibility }) => visibility);
  expect(states).toEqual([{ isIsolated: true, visibility: "visible" }]);
  reported();
  window.dispatchEvent(new Event("pagehide"));
  document.visibilityState = "hidden";
  document.dispatchEvent(new Event("visibilitychange"));
  expect(reported()).toEqual(["frozen", "frozen"]);
  window.dispatchEvent(new Event("pageshow"));
  document.visibilityState = "visible";
  document.dispatchEvent(new Event("visibilitychange"));
  expect(reported()).toEqual(["hidden", "visible"]);
  document.dispatchEvent(new Event("freeze"));
  document.dispatchEvent(new Event("resume"));
  expect(reported()).toEqual(["frozen", "visible"]);
  end.abort();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(reported()).toEqual([]);
});

it.each(["pagehide", "freeze"])("ends its workers at %s, and can start others afterwards", async (type) => {
  const { window, document, terminated, connect, created } = open();
  const [one, two] = [connect(), connect()];
  one.askForWorker();
  two.askForWorker();
  expect(created()).toBe(2);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(terminated).toEqual([]);
  (type === "pagehide" ? window : document).dispatchEvent(new Event(type));
  expect(terminated).toEqual([1, 2]);
  one.askForWorker();
  await roundTrip();
  expect(created()).toBe(3);
  expect(terminated).toEqual([1, 2]);
  expect(two.told).toMatchObject([{ type: "starting" }, { type: "ended" }]);
});

it("ends the workers of a host that has ended, and starts none for it", () => {
  const { terminated, connect, created } = open();
  const [one, two] = [connect(), connect()];
  one.askForWorker();
  two.askForWorker();
  two.end.abort();
  expect(terminated).toEqual([2]);
  two.askForWorker();
  expect(created()).toBe(2);
});

it("starts no worker without its ports", () => {
  const { connect, created } = open();
  connect().askForWorker(1);
  expect(created()).toBe(0);
});
