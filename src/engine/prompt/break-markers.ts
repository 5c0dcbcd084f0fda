/** Keeps a client's text from being read as a marker of the template. */
import type { Sliced } from "../../openai/sliced.ts";
import { MAX_MARKER_LENGTH } from "./template-markers.ts";
import type { Segment, TextSegment } from "./segment.ts";

/** Zero width: it shows nowhere, and no marker of any template holds it. */
const SEPARATOR = "\u200B";

/** Characters that are searched at a time. */
export const WINDOW = 65_536;

/**
 * Splits every match of `markers` that holds at least one character of a client's, also one that begins or ends in
 * the template's own text or in another segment. Everything else stays as it is, to the letter.
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

/** Text segments that follow each other: the model sees them as one text. */
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
  for (let from = 0; from < text.length; from += WINDOW) {
    if (from > 0) yield;
    for (const match of findAll(text, from, markers)) {
      while ((starts[at + 1] ?? Infinity) <= match.start) at += 1;
      const cut = firstClientCharacter(run, starts, at, match);
      if (cut !== undefined) cuts[cut.segment]?.push(cut.offset);
    }
  }
  return run.map((segment, index) => splitAt(segment, cuts[index] ?? []));
}

interface Match {
  readonly start: number;
  readonly end: number;
}

/** Matches that begin in the window from `from` on, from left to right, those among them that overlap. */
function findAll(text: string, from: number, markers: RegExp): Match[] {
  // One character before the window and a marker's length behind it: enough for what a match looks at.
  const before = Math.max(0, from - 1);
  const window = text.slice(before, from + WINDOW + MAX_MARKER_LENGTH);
  const matches: Match[] = [];
  markers.lastIndex = from - before;
  for (let found = markers.exec(window); found !== null; found = markers.exec(window)) {
    const start = before + found.index;
    if (start >= from + WINDOW) break;
    matches.push({ start, end: start + found[0].length });
    markers.lastIndex = found.index + 1;
  }
  return matches;
}

/** Where to cut a match: inside it, next to the first character of it that a client wrote. */
function firstClientCharacter(
  run: readonly TextSegment[],
  starts: readonly number[],
  first: number,
  { start, end }: Match,
): { segment: number; offset: number } | undefined {
  for (let index = first; (starts[index] ?? end) < end; index += 1) {
    const segment = run[index];
    const begin = starts[index] ?? 0;
    const from = Math.max(start, begin);
    if (segment?.kind !== "client" || from >= begin + segment.text.length) continue;
    return { segment: index, offset: from === start && !segment.json ? from - begin + 1 : from - begin };
  }
  return undefined;
}

/** JSON has a way of its own to write a character so that it reads the same. */
function splitAt(segment: TextSegment, offsets: readonly number[]): TextSegment {
  if (offsets.length === 0) return segment;
  const { text, json } = segment;
  const pieces: string[] = [];
  let from = 0;
  for (const offset of new Set(offsets)) {
    pieces.push(text.slice(from, offset), json === true ? escape(text.charCodeAt(offset)) : SEPARATOR);
    from = json === true ? offset + 1 : offset;
  }
  pieces.push(text.slice(from));
  return { ...segment, text: pieces.join("") };
}

function escape(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
