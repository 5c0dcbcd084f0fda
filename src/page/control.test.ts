import { beforeEach, describe, expect, test } from "vitest";
import { type ControlServices, takeControl } from "./control.ts";
import { settled } from "./testing/test-page.ts";
import { TestTimers } from "./testing/test-timers.ts";
import { TestContainer, TestWorker } from "./testing/test-workers.ts";

const scope = new URL("https://page.example/");
const workerUrl = new URL("sw.js", scope);

let container: TestContainer;
let timers: TestTimers;
let isFollowing: boolean;
let registered: number;
let reloads: number;
let hasReloaded: boolean;
/** Registers: a test may make it fail. */
let register: () => Promise<ServiceWorkerRegistration>;

beforeEach(() => {
  container = TestContainer.controlled();
  timers = new TestTimers();
  isFollowing = false;
  registered = reloads = 0;
  hasReloaded = false;
  register = async () => container.registration.asRegistration;
});

function control(overrides: Partial<ControlServices> = {}): Promise<ServiceWorker> {
  return takeControl({
    container: container.asContainer,
    location: { href: scope.href, pathname: "/", reload: () => (reloads += 1) },
    scope,
    workerUrl,
    updates: {
      isFollowing: () => isFollowing,
      register: () => {
        registered += 1;
        return register();
      },
    },
    controller: () => container.controller?.asWorker,
    isOurs: ({ scriptURL }) => scriptURL === workerUrl.href,
    reloadFlag: {
      isSet: () => hasReloaded,
      set: () => (hasReloaded = true),
      clear: () => (hasReloaded = false),
    },
    timers,
    ...overrides,
  });
}

/** An active worker of ours that does not control the page. */
function uncontrolled(): TestWorker {
  const worker = new TestWorker();
  container = new TestContainer();
  container.registration.active = worker;
  return worker;
}

describe("a controlled page", () => {
  test("registers the worker at the first call only", async () => {
    expect(await control()).toBe(container.controller);
    isFollowing = true;
    expect(await control()).toBe(container.controller);
    expect(registered).toBe(1);
  });

  test("goes on offline, where the worker's script cannot be checked", async () => {
    register = async () => Promise.reject(new TypeError("offline"));
    expect(await control()).toBe(container.controller);
  });
});

describe("a page that is not controlled", () => {
  test("waits for the first installation, then claims control", async () => {
    container = new TestContainer();
    const worker = container.registration.find();
    worker.onMessage = () => container.control(worker);
    const controlled = control();
    await settled();
    container.registration.install(worker);
    container.registration.activate(worker);
    expect(await controlled).toBe(worker);
    expect(worker.messages).toEqual([expect.objectContaining({ type: "claim" })]);
  });

  test("is reloaded once if the worker does not take control", async () => {
    uncontrolled();
    void control();
    await settled();
    timers.advance(5_000);
    await settled();
    expect([reloads, hasReloaded]).toEqual([1, true]);

    const second = expect(control()).rejects.toMatchObject({ code: "uncontrolled" });
    await settled();
    timers.advance(5_000);
    await second;
    expect(reloads).toBe(1);
  });

  test("may be reloaded again once it was controlled", async () => {
    const worker = uncontrolled();
    hasReloaded = true;
    worker.onMessage = () => container.control(worker);
    await control();
    expect(hasReloaded).toBe(false);
    expect(timers.running).toBe(0);
  });
});

describe("control is impossible", () => {
  test("without service workers", async () => {
    await expect(control({ container: undefined })).rejects.toMatchObject({ code: "unsupported" });
  });

  test("outside the scope", async () => {
    const location = { href: "https://page.example/other", pathname: "/other", reload: () => {} };
    const narrow = new URL("https://page.example/app/");
    await expect(control({ location, scope: narrow })).rejects.toMatchObject({ code: "outside-scope" });
    expect(registered).toBe(0);
  });

  test("while another app's worker holds the scope, which is left alone", async () => {
    container.registration.active = new TestWorker("https://page.example/other.js");
    await expect(control()).rejects.toMatchObject({ code: "foreign-worker" });
    expect(registered).toBe(0);
  });

  test("if the installation fails", async () => {
    container = new TestContainer();
    const worker = container.registration.find();
    const controlled = expect(control()).rejects.toMatchObject({ code: "install-failed" });
    await settled();
    container.registration.installing = null;
    worker.become("redundant");
    await controlled;
  });

  test("if the browser refuses the registration", async () => {
    container = new TestContainer();
    const cause = new TypeError("no script");
    register = async () => Promise.reject(cause);
    await expect(control()).rejects.toMatchObject({ code: "install-failed", cause });
  });
});

test("a worker of a wider scope does not conflict", async () => {
  container.registration.active = new TestWorker("https://page.example/other.js");
  const location = { href: "https://page.example/app/", pathname: "/app/", reload: () => {} };
  expect(await control({ location, scope: new URL("https://page.example/app/") })).toBe(container.controller);
});
