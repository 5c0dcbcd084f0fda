/** Keeps client text from being read as a marker of the template. */
import type { Sliced } from "../../util/sliced.ts";
import { MAX_MARKER_LENGTH } from "./template-markers.ts";
import type { Segment, TextSegment } from "./segment.ts";

/** Zero-width space: invisible, and part of no template's markers. */
const SEPARATOR = "\u200B";

/** Characters that are searched in one slice. */
export const CHARACTERS_PER_SLICE = 65_536;

/**
 * Breaks every match of `markers` that has at least one character of client text, even if it begins or ends in template
 * text or in another segment. All other text stays as it is. With the markers of Llama 2, `·` for the separator:
 *
 *     control "[INST] "  client "a[0] [/INST]"   →  "[INST] a[0] [·/INST]"
 *     client "[IN"  client "ST]"                 →  "[·INST]"
 *     client JSON {"a":"[INST]"}                 →  {"a":"\u005bINST]"}, which reads the same
 */
export function* breakMarkers(
  segments: readonly Segment[],
  markers: RegExp | undefined,
): Sliced<readonly Segment[]> {
  if (markers === undefined) return segments;
  const broken: Segment[] = [];
  let run: TextSegment[] = [];
  for (const segment of segments) {
    if (segment.kind !== "image") {
      run.push(segment);
      continue;
    }
    broken.push(...(yield* breakRun(run, markers)), segment);
    run = [];
  }
  return broken.concat(yield* breakRun(run, markers));
}

/** Breaks the markers in adjacent text segments, which the model sees as one text. */
function* breakRun(run: readonly TextSegment[], markers: RegExp): Sliced<readonly TextSegment[]> {
  const text = run.map((segment) => segment.text).join("");
  const starts: number[] = [];
  let length = 0;
  for (const segment of run) {
    starts.push(length);
    length += segment.text.length;
  }
  const cuts = run.map((): number[] => []);
  let at = 0;
  for (let from = 0; from < text.length; from += CHARACTERS_PER_SLICE) {
    if (from > 0) yield;
    for (const match of findMatches(text, from, markers)) {
      while ((starts[at + 1] ?? Infinity) <= match.start) at += 1;
      const cut = cutInClientText(run, starts, at, match);
      if (cut !== undefined) cuts[cut.segment]?.push(cut.offset);
    }
  }
  return run.map((segment, index) => breakAt(segment, cuts[index] ?? []));
}

/** Offsets in the text of a run. */
interface Match {
  readonly start: number;
  readonly end: number;
}

/** All matches that begin in the slice at `from`, from left to right, overlapping ones included. */
function findMatches(text: string, from: number, markers: RegExp): Match[] {
  // One character before the slice, for look-behind, and the length of a marker after it.
  const before = Math.max(0, from - 1);
  const window = text.slice(before, from + CHARACTERS_PER_SLICE + MAX_MARKER_LENGTH);
  const matches: Match[] = [];
  markers.lastIndex = from - before;
  for (let found = markers.exec(window); found !== null; found = markers.exec(window)) {
    const start = before + found.index;
    if (start >= from + CHARACTERS_PER_SLICE) break;
    matches.push({ start, end: start + found[0].length });
    markers.lastIndex = found.index + 1;
  }
  return matches;
}

/**
 * The position at which to break a match: inside it, next to its first character of client text. Undefined if it has none.
 *
 * @param first the index of the segment in which the match begins
 */
function cutInClientText(
  run: readonly TextSegment[],
  starts: readonly number[],
  first: number,
  { start, end }: Match,
): { segment: number; offset: number } | undefined {
  for (let index = first; (starts[index] ?? end) < end; index += 1) {
    const segment = run[index];
    const segmentStart = starts[index] ?? 0;
    const from = Math.max(start, segmentStart);
    if (segment?.kind !== "client" || from >= segmentStart + segment.text.length) continue;
    const offset = from - segmentStart;
    // A separator before the first character of a marker would not break it.
    return { segment: index, offset: from === start && !segment.json ? offset + 1 : offset };
  }
  return undefined;
}

/** Inserts a separator at each offset. In JSON, escapes the character there instead, so that it reads the same. */
function breakAt(segment: TextSegment, offsets: readonly number[]): TextSegment {
  if (offsets.length === 0) return segment;
  const { text, json } = segment;
  const pieces: string[] = [];
  let from = 0;
  for (const offset of new Set(offsets)) {
    pieces.push(text.slice(from, offset), json === true ? jsonEscape(text.charCodeAt(offset)) : SEPARATOR);
    from = json === true ? offset + 1 : offset;
  }
  pieces.push(text.slice(from));
  return { ...segment, text: pieces.join("") };
}

function jsonEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
