import { beforeEach, describe, expect, it } from "vitest";
import { openTestEngineBrowser, type TestBrowser } from "./testing/test-browser.ts";
import { HEADER, TEST_MODEL_BYTES, WEIGHTS } from "./testing/test-engine.ts";
import type { TestHost } from "./testing/test-host.ts";

let host: TestHost;
let browser: TestBrowser;

beforeEach(async () => {
  ({ host, browser } = await openTestEngineBrowser());
});

describe.each(["known", "listed"])("install of a %s model", (id) => {
  it("downloads every file once, and leaves a model that a request may name", async () => {
    const { installer, stateOf } = browser.openTab();
    expect(await stateOf(id)).toEqual({ type: "not-installed" });
    await Promise.all([installer.install(id), installer.install(id)]);
    expect(host.requests).toEqual([HEADER, WEIGHTS]);
    expect(await stateOf(id)).toEqual({ type: "installed", bytes: TEST_MODEL_BYTES });
    expect(await browser.store.modelRow(id)).toMatchObject({ status: "installed", model: { id } });
    expect(browser.changes).toContain("progress");
    expect(browser.changes.at(-1)).toBe("catalogue");
  });

  it("can be paused, survives a restart, and resumes with the same file", async () => {
    const first = browser.openTab();
    const { installing } = await first.installUntil(WEIGHTS, id);
    expect(await first.stateOf(id)).toMatchObject({ type: "installing", phase: "downloading" });
    await first.installer.pause(id);
    await expect(installing).rejects.toMatchObject({ name: "InstallPausedError" });
    expect(await first.stateOf(id)).toMatchObject({ type: "paused", totalBytes: TEST_MODEL_BYTES });

    host.requests.length = 0;
    host.answer = () => undefined;
    const second = browser.openTab();
    expect(await second.stateOf(id)).toMatchObject({ type: "paused" });
    await second.installer.install(id);
    expect(host.requests).toEqual([WEIGHTS]);
    expect(await second.stateOf(id)).toMatchObject({ type: "installed" });
  });

  it("fails with one line, and can be tried again", async () => {
    const { installer, stateOf } = browser.openTab();
    host.answer = (file) => (file === WEIGHTS ? new Response("no", { status: 404 }) : undefined);
    await expect(installer.install(id)).rejects.toMatchObject({ code: "failed" });
    const reason = `${WEIGHTS} could not be downloaded: the host answered with status 404.`;
    expect(await stateOf(id)).toMatchObject({ type: "failed", message: expect.stringContaining(reason) });
    host.answer = () => undefined;
    await installer.install(id);
    expect(await stateOf(id)).toMatchObject({ type: "installed" });
  });

  it("keeps nothing of a damaged file", async () => {
    const { installer } = browser.openTab();
    host.answer = (file) => (file === WEIGHTS ? new Response(new Uint8Array(300_000)) : undefined);
    await expect(installer.install(id)).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringMatching(/weights\.gguf is damaged: its (MD5|SHA-256) checksum/),
    });
    expect(browser.caches.keys().filter((key) => key.includes(WEIGHTS))).toEqual([]);
  });

  it("requests no weights where the quota is too small", async () => {
    const { installer } = browser.openTab();
    browser.quota = 200_000;
    await expect(installer.install(id)).rejects.toMatchObject({
      code: "no-space",
      message: expect.stringContaining("but the browser has room for 200 kB"),
    });
    expect(host.requests).not.toContain(WEIGHTS);
  });
});

it("reports a full quota where the progress cannot be saved", async () => {
  const { installer } = browser.openTab();
  browser.store.putModelRow = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  await expect(installer.install("listed")).rejects.toMatchObject({
    code: "no-space",
    message: expect.stringContaining("no room"),
  });
});

it("runs one install after the other", async () => {
  const { installer, installUntil, stateOf } = browser.openTab();
  const { installing: first } = await installUntil(HEADER, "known");
  const second = installer.install("listed");
  await expect.poll(() => stateOf("listed")).toMatchObject({ phase: "waiting" });
  await installer.pause("known");
  await expect(first).rejects.toThrow("paused");
  host.answer = () => undefined;
  await second;
  expect(await stateOf("listed")).toMatchObject({ type: "installed" });
});

it("resumes an install that is being paused", async () => {
  const { installer, installUntil, stateOf } = browser.openTab();
  const { installing: first } = await installUntil(HEADER, "listed");
  const pausing = installer.pause("listed");
  host.answer = () => undefined;
  await installer.install("listed");
  await Promise.all([pausing, expect(first).rejects.toThrow("paused")]);
  expect(await stateOf("listed")).toMatchObject({ type: "installed" });
});

it("keeps the list of known files when an attempt is paused early", async () => {
  const { installer, installUntil } = browser.openTab();
  const { installing: first } = await installUntil(WEIGHTS, "listed");
  await Promise.all([installer.pause("listed"), expect(first).rejects.toThrow("paused")]);
  const before = await browser.store.modelRow("listed");
  expect(before).toMatchObject({ files: [{ path: HEADER }] });
  const again = installer.install("listed");
  await Promise.all([installer.pause("listed"), expect(again).rejects.toThrow("paused")]);
  expect(await browser.store.modelRow("listed")).toEqual(before);
});

it("pauses an install that waits for its turn", async () => {
  const { installer, installUntil, stateOf } = browser.openTab();
  const { installing: first } = await installUntil(HEADER, "known");
  const second = installer.install("listed");
  await installer.pause("listed");
  await expect(second).rejects.toThrow("paused");
  expect(await stateOf("listed")).toMatchObject({ type: "paused" });
  await installer.pause("known");
  await expect(first).rejects.toThrow("paused");
});

it("installs an embedded model without a row of its own", async () => {
  const { installer, stateOf } = browser.openTab();
  await installer.install("embedded");
  expect(await stateOf("embedded")).toMatchObject({ type: "installed" });
  expect(await browser.store.listModelRows()).toEqual([]);
});

it("refuses an unknown id", async () => {
  const { installer } = browser.openTab();
  await expect(installer.install("nobody")).rejects.toMatchObject({ code: "unknown-model" });
  await expect(installer.remove("nobody")).rejects.toMatchObject({ code: "unknown-model" });
  expect(await browser.store.listModelRows()).toEqual([]);
});
