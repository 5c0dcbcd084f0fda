/**
 * The browser's offer to install the app. It comes once, soon after the page has loaded, and is kept for when a
 * person asks for it. Chromium has it; elsewhere the browser's own menu installs.
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";

/** Chromium's event, which TypeScript's DOM library does not know. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

function isInstallEvent(event: Event): event is InstallEvent {
  return "prompt" in event && typeof event.prompt === "function";
}

const offer = signal<InstallEvent | null>(null);
const done = signal(matchMedia("(display-mode: standalone)").matches);

addEventListener("beforeinstallprompt", (event) => {
  if (!isInstallEvent(event)) return;
  event.preventDefault();
  offer.value = event;
});
addEventListener("appinstalled", () => {
  offer.value = null;
  done.value = true;
});

export type AppInstallState = "installed" | "possible" | "by-menu";

export const appInstallState: ReadonlySignal<AppInstallState> = computed(() => {
  if (done.value) return "installed";
  return offer.value === null ? "by-menu" : "possible";
});

/** Show the browser's dialog. It can be shown once: a person who declines finds it in the browser's menu. */
export async function promptInstall(): Promise<void> {
  const event = offer.value;
  offer.value = null;
  await event?.prompt();
}
