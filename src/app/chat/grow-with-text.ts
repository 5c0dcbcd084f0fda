import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** Makes a text area as high as its text, up to its `max-height`, in browsers without `field-sizing` (WebKitGTK 2.50). */
export function useGrowWithText(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null || CSS.supports("field-sizing", "content")) return;
    // `scrollHeight` is never less than the present height.
    current.style.height = "auto";
    current.style.height = `${current.scrollHeight}px`;
  }, [field, text]);
}
