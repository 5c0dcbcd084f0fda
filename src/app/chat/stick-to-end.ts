import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** A reader within this many pixels of the end is taken to be at the end. */
const MARGIN = 48;

export interface StickToEnd {
  /** The element that scrolls. */
  readonly frame: RefObject<HTMLElement | null>;
  /** The element inside it that grows. */
  readonly content: RefObject<HTMLOListElement | null>;
  readonly atEnd: ReadonlySignal<boolean>;
  readonly goToEnd: () => void;
}

/** Keep the end of growing content in view until the reader scrolls away, and again once they are back. */
export function useStickToEnd(): StickToEnd {
  const frame = useRef<HTMLElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const atEnd = useSignal(true);

  const goToEnd = () => {
    atEnd.value = true;
    frame.current?.scrollTo({ top: frame.current.scrollHeight });
  };

  useLayoutEffect(() => {
    const scrolled = frame.current;
    const growing = content.current;
    if (scrolled === null || growing === null) return undefined;
    let top = scrolled.scrollTop;
    const onScroll = () => {
      // Content may have grown since: only a scroll upwards is the reader's leaving.
      const wentUp = scrolled.scrollTop < top;
      top = scrolled.scrollTop;
      const near = scrolled.scrollHeight - top - scrolled.clientHeight <= MARGIN;
      if (near || wentUp) atEnd.value = near;
    };
    const observer = new ResizeObserver(() => {
      if (atEnd.value) goToEnd();
    });
    scrolled.addEventListener("scroll", onScroll, { passive: true });
    observer.observe(growing);
    observer.observe(scrolled);
    return () => {
      scrolled.removeEventListener("scroll", onScroll);
      observer.disconnect();
    };
  }, []);

  return { frame, content, atEnd, goToEnd };
}
