/** Which view is shown, from the URL's hash: `#/keys`, `#/chat/<conversation>`. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";

export const VIEW_IDS = ["chat", "models", "keys", "connect", "status", "settings"] as const;
export type ViewId = (typeof VIEW_IDS)[number];

export interface ViewRoute {
  readonly view: ViewId;
  /** What follows the view's name, decoded; "" where nothing does. */
  readonly rest: string;
}

/** The chat for an empty hash and for one that names no view. */
export function parseHash(hash: string): ViewRoute {
  const [, name = "", ...rest] = hash.replace(/^#/, "").split("/");
  const view = VIEW_IDS.find((id) => id === name);
  return view === undefined ? { view: "chat", rest: "" } : { view, rest: decode(rest.join("/")) };
}

export function hashOf(view: ViewId, rest = ""): string {
  return rest === "" ? `#/${view}` : `#/${view}/${encodeURIComponent(rest)}`;
}

const hash = signal(location.hash);
addEventListener("hashchange", () => void (hash.value = location.hash));

export const route: ReadonlySignal<ViewRoute> = computed(() => parseHash(hash.value));

/** Show a view. `replace` leaves no step to go back to. */
export function navigate(view: ViewId, rest = "", { replace = false } = {}): void {
  const target = hashOf(view, rest);
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
