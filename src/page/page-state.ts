import type { PageState } from "../wire/control-messages.ts";
import { Emitter } from "../util/emitter.ts";

export interface PageStateSource {
  current(): PageState;
  /** @returns a function that ends the subscription */
  observe(observer: (state: PageState) => void): () => void;
}

export interface PageGlobals {
  readonly window: EventTarget & Pick<Window, "crossOriginIsolated">;
  readonly document: EventTarget & Pick<Document, "visibilityState">;
}

/** Follows the state of a page by its events. */
export function createPageState({ window, document }: PageGlobals): PageStateSource {
  const changes = new Emitter<PageState>();
  let isFrozen = false;
  const current = (): PageState => ({
    isIsolated: window.crossOriginIsolated,
    visibility: isFrozen ? "frozen" : document.visibilityState,
  });
  const follow = (target: EventTarget, type: string, isFrozenAfter: boolean | undefined) =>
    target.addEventListener(type, () => {
      isFrozen = isFrozenAfter ?? isFrozen;
      changes.emit(current());
    });

  follow(document, "visibilitychange", undefined);
  follow(window, "pagehide", true);
  follow(window, "pageshow", false);
  // Chromium has these two: https://wicg.github.io/page-lifecycle/
  follow(document, "freeze", true);
  follow(document, "resume", false);
  return { current, observe: changes.observe };
}
