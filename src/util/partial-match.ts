/**
 * Index at which `text` ends in the beginning of one of `markers`, the earliest if there are several; the length of
 * `text` if there is none. What comes before that index cannot belong to a marker that is still to come:
 *
 *     partialMatchStart("one <tool_", ["<tool_call>"])  →  4
 *     partialMatchStart("one", ["<tool_call>"])         →  3
 */
export function partialMatchStart(text: string, markers: readonly string[]): number {
  const maxLength = Math.max(0, ...markers.map((marker) => marker.length));
  for (let start = Math.max(0, text.length - maxLength + 1); start < text.length; start += 1) {
    const rest = text.slice(start);
    if (markers.some((marker) => marker.length > rest.length && marker.startsWith(rest))) return start;
  }
  return text.length;
}
