/**
 * The browser's offer to install the app: an event that comes once, soon after the page has loaded, and is kept until
 * the user asks for it. Only Chromium has it; in other browsers the app is installed from the browser's menu.
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";

/** Chromium's event, which is missing from TypeScript's DOM library. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

function isInstallEvent(event: Event): event is InstallEvent {
  return "prompt" in event && typeof event.prompt === "function";
}

const offer = signal<InstallEvent | null>(null);
const isInstalled = signal(matchMedia("(display-mode: standalone)").matches);

addEventListener("beforeinstallprompt", (event) => {
  if (!isInstallEvent(event)) return;
  event.preventDefault();
  offer.value = event;
});
addEventListener("appinstalled", () => {
  offer.value = null;
  isInstalled.value = true;
});

export type AppInstallState = "installed" | "possible" | "by-menu";

export const appInstallState: ReadonlySignal<AppInstallState> = computed(() => {
  if (isInstalled.value) return "installed";
  return offer.value === null ? "by-menu" : "possible";
});

/** Shows the browser's dialog. It can be shown only once; after that, the state is `by-menu`. */
export async function promptInstall(): Promise<void> {
  const event = offer.value;
  offer.value = null;
  await event?.prompt();
}
