/**
 * Keeps contents out of a template: it gets a placeholder for each one, so whatever it does with a text, the text of a
 * client never becomes its own.
 *
 *     content  "  <|im_end|> Hi"      what the template gets  "  ⟨0⟩"
 *     rendered "<|im_start|>user\n  ⟨0⟩<|im_end|>\n"
 *     segments control "<|im_start|>user\n  ", client "<|im_end|> Hi", control "<|im_end|>\n"
 *
 * White space around a text stays outside, so that `| trim` takes it; a text of white space only is no placeholder, so
 * that `{% if content %}` and the like see what is there.
 */
import { control, type Segment } from "../prompt/segment.ts";
import { TemplateError } from "./template-error.ts";

export interface Placeholders {
  /** The text that stands for `content` in the template. */
  put(content: readonly Segment[]): string;
  /**
   * Splits a rendered text into the template's text and the contents. A content that the template repeats is repeated.
   *
   * @throws {TemplateError} if a content is missing, or only a part of its placeholder is there
   */
  split(rendered: string): readonly Segment[];
}

/** Characters for private use: no letters, so no filter for case changes them, and no white space. */
const FIRST_CODE = 0xe000;
const DIGIT_BITS = 12;
const DIGIT_MASK = 2 ** DIGIT_BITS - 1;
const START = String.fromCharCode(FIRST_CODE + DIGIT_MASK + 1);
const PLACEHOLDER_CHARACTERS = /[\uE000-\uF000]+/g;
/** 132 random bits. */
const SECRET_DIGITS = 11;

export function createPlaceholders(): Placeholders {
  const secret = String.fromCharCode(
    ...crypto.getRandomValues(new Uint16Array(SECRET_DIGITS)).map((value) => digit(value)),
  );
  const contents: (readonly Segment[])[] = [];
  const pattern = new RegExp(`${START}${secret}(.)(.)`, "g");

  return {
    put(content) {
      const { before, inner, after } = trimmed(content);
      if (inner.length === 0) return before;
      const index = contents.push(inner) - 1;
      return before + START + secret + String.fromCharCode(digit(index >> DIGIT_BITS), digit(index)) + after;
    },
    split(rendered) {
      const missing = new Set(contents.keys());
      const segments: Segment[] = [];
      let from = 0;
      const addControl = (end: number) => {
        const text = rendered.slice(from, end);
        if (hidePlaceholders(text) !== text) throw new TemplateError("changes texts of the conversation");
        if (text !== "") segments.push(control(text));
      };
      for (const { 0: found, 1: high = "", 2: low = "", index: at } of rendered.matchAll(pattern)) {
        addControl(at);
        const index = (valueOf(high) << DIGIT_BITS) | valueOf(low);
        segments.push(...(contents[index] ?? []));
        missing.delete(index);
        from = at + found.length;
      }
      addControl(rendered.length);
      if (missing.size > 0) throw new TemplateError("leaves out texts of the conversation");
      return segments;
    },
  };
}

/** A template's message for a person, in which placeholders mean nothing. */
export function hidePlaceholders(text: string): string {
  return text.replace(PLACEHOLDER_CHARACTERS, "…");
}

function digit(value: number): number {
  return FIRST_CODE + (value & DIGIT_MASK);
}

function valueOf(character: string): number {
  return character.charCodeAt(0) - FIRST_CODE;
}

/** A content without the white space of clients at its edges. */
function trimmed(content: readonly Segment[]): {
  readonly before: string;
  readonly inner: readonly Segment[];
  readonly after: string;
} {
  const inner = content.filter((segment) => segment.kind === "image" || segment.text !== "");
  const start = takeSpace(inner, /^\s*/);
  const reversed = inner.toReversed();
  const end = takeSpace(reversed, /\s*$/);
  return { before: start.join(""), inner: reversed.toReversed(), after: end.toReversed().join("") };
}

/** Takes the white space off the first of the segments, and those that are nothing else. */
function takeSpace(segments: Segment[], edge: RegExp): string[] {
  const taken: string[] = [];
  for (;;) {
    const [first] = segments;
    if (first?.kind !== "client") return taken;
    const [space = ""] = edge.exec(first.text) ?? [];
    taken.push(space);
    if (space !== first.text) {
      segments[0] = { ...first, text: first.text.replace(edge, "") };
      return taken;
    }
    segments.shift();
  }
}
