/** TanStack's virtualiser as a Preact hook: only the visible part of a long list has elements. */
import {
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useLayoutEffect, useReducer, useState } from "preact/hooks";

export interface VirtualListOptions extends Pick<
  VirtualizerOptions<HTMLElement, HTMLElement>,
  "anchorTo" | "estimateSize" | "followOnAppend" | "gap" | "overscan" | "paddingEnd" | "paddingStart"
> {
  readonly count: number;
  /** Stable ids: an item's measured height stays with it. */
  readonly keyOf: (index: number) => string;
  /** The element that scrolls. */
  readonly frame: RefObject<HTMLElement | null>;
  /** Within this many pixels of the end the list counts as scrolled to the end, and stays there. */
  readonly endMargin?: number;
}

export type VirtualList = Virtualizer<HTMLElement, HTMLElement>;

/** Each row needs `ref={list.measureElement}` and `data-index`. */
export function useVirtualList(options: VirtualListOptions): VirtualList {
  const { frame, keyOf, endMargin = 1, ...given } = options;
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const all: VirtualizerOptions<HTMLElement, HTMLElement> = {
    ...given,
    getItemKey: keyOf,
    scrollEndThreshold: endMargin,
    getScrollElement: () => frame.current,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    measureElement,
    onChange: () => renderAgain(undefined),
  };
  const [list] = useState(() => new Virtualizer(all));
  list.setOptions(all);
  useLayoutEffect(() => list._didMount(), [list]);
  useLayoutEffect(() => list._willUpdate());
  return list;
}
