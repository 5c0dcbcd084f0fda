import { beforeEach, expect, it, vi } from "vitest";

const target = new EventTarget();
const prompt = vi.fn(async () => {});

async function load({ standalone = false } = {}) {
  vi.resetModules();
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("matchMedia", () => ({ matches: standalone }));
  return await import("./install-prompt.ts");
}
const offer = () => {
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  target.dispatchEvent(event);
  return event;
};
beforeEach(() => prompt.mockClear());

it("keeps the browser's offer until the user asks for it, and shows it once", async () => {
  const { appInstallState, promptInstall } = await load();
  expect(appInstallState.value).toBe("by-menu");
  expect(offer().defaultPrevented).toBe(true);
  expect(appInstallState.value).toBe("possible");

  await promptInstall();
  await promptInstall();
  expect(prompt).toHaveBeenCalledOnce();
  expect(appInstallState.value).toBe("by-menu");
});

it("knows that the app is installed, from the start or by the browser's event", async () => {
  expect((await load({ standalone: true })).appInstallState.value).toBe("installed");
  const { appInstallState } = await load();
  offer();
  target.dispatchEvent(new Event("appinstalled"));
  expect(appInstallState.value).toBe("installed");
});

it("ignores an event that cannot prompt", async () => {
  const { appInstallState } = await load();
  target.dispatchEvent(new Event("beforeinstallprompt"));
  expect(appInstallState.value).toBe("by-menu");
});
