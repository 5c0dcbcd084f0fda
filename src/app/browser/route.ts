/** The shown view, as the URL's hash names it: `#/keys`, `#/chat/<conversation>`. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";

export const VIEW_IDS = ["chat", "models", "keys", "connect", "status", "settings"] as const;
export type ViewId = (typeof VIEW_IDS)[number];

export interface ViewRoute {
  readonly view: ViewId;
  /** The decoded text after the view's name; "" if there is none. */
  readonly argument: string;
}

/** @returns the chat view for a hash that names no view */
export function parseHash(hash: string): ViewRoute {
  const [, name = "", ...rest] = hash.replace(/^#/, "").split("/");
  const view = VIEW_IDS.find((id) => id === name);
  return view === undefined ? { view: "chat", argument: "" } : { view, argument: decode(rest.join("/")) };
}

export function hashOf(view: ViewId, argument = ""): string {
  return argument === "" ? `#/${view}` : `#/${view}/${encodeURIComponent(argument)}`;
}

const hash = signal(location.hash);
addEventListener("hashchange", () => void (hash.value = location.hash));

export const route: ReadonlySignal<ViewRoute> = computed(() => parseHash(hash.value));

/** Shows a view. With `replace`, the current address leaves the history. */
export function navigate(view: ViewId, argument = "", { replace = false } = {}): void {
  const target = hashOf(view, argument);
  if (replace) history.replaceState(null, "", target);
  else if (location.hash !== target) history.pushState(null, "", target);
  hash.value = target;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
