/**
 * Markers: plain text by which a model recognises turns, roles and tool calls. Client text cannot contain a control token
 * (`../tokenizer/marked-tokenizer.ts`), but it can contain plain text such as Llama 2's `[INST]`.
 */
import { escapeRegExp } from "../../util/regexp.ts";
import type { ConversationFormat } from "./conversation-format.ts";
import { TOOL_TAGS } from "./tool-text.ts";

export interface MarkerOptions {
  readonly format: Pick<ConversationFormat, "texts" | "separators">;
  /** Removes the control tokens from a template text: the plain texts between them. */
  readonly plainTexts: (controlText: string) => readonly string[];
  /** Other texts that must not be in client text. */
  readonly reservedTexts?: readonly string[];
  /** True if upper-case letters give the same tokens as lower-case ones. */
  readonly ignoreCase?: boolean;
}

/** Patterns with the flags `g` and `u`; undefined if every marker contains a control token. */
export interface TemplateMarkers {
  /** Matches the markers of turns and of the system text. */
  readonly turns: RegExp | undefined;
  /** Matches these and the tags around tools, calls and results. */
  readonly turnsAndTools: RegExp | undefined;
}

/** Characters of the longest marker, so that text can be searched in slices. */
export const MAX_MARKER_LENGTH = 200;

/** Brackets make a text a marker wherever it is: `[INST]`, `<<SYS>>`, `<|user|>`, `<human>`. */
const TAG = /\[[^\s[\]]+\]|<+[^\s<>]+>+/gu;
/** Punctuation before a word makes it a marker wherever it is: `### Response:`. */
const HEADING = /^[^\p{L}\p{N}\s].*\p{L}/u;
const WORD = /^\p{L}/u;
const LINE_BREAKS = "\\n\\r\\v\\f\\u0085\\u2028\\u2029";
/** SentencePiece writes a space as U+2581, and a client may write that character, too. */
const SPACES = "[\\s\\u2581]{1,4}";

/**
 * Finds the markers of a template among its roles, separators and system text:
 *
 *     Llama 2        `<s>[INST]`, `[/INST]`, `<<SYS>>`    the tags `[INST]`, `[/INST]`, `<<SYS>>`, `<</SYS>>`
 *     Phi-2          `Instruct: `, separator `\n`         the word `Instruct:` at the start of a line
 *     WizardMath     `Response:`, separator `\n\n### `    the same, and `### Response:` anywhere
 *     ChatML         `<|im_start|>user`, `<|im_end|>`     none: `user` means nothing without its control token
 */
export function templateMarkers(options: MarkerOptions): TemplateMarkers {
  const turns = [...turnPatterns(options), ...(options.reservedTexts ?? []).map(literal)];
  const tools = TOOL_TAGS.flatMap(options.plainTexts).filter((text) => text !== "");
  const flags = options.ignoreCase === true ? "giu" : "gu";
  return {
    turns: anyPattern(turns, flags),
    turnsAndTools: anyPattern([...turns, ...tools.map(literal)], flags),
  };
}

function turnPatterns({ format, plainTexts }: MarkerOptions): string[] {
  const patterns = new Set<string>();
  for (const text of format.texts) {
    const plain = plainTexts(text);
    const tags = plain.flatMap((part) => part.match(TAG) ?? []);
    for (const tag of tags) patterns.add(literal(tag));
    const lines = plain.flatMap((part) => part.replace(TAG, "\n").split("\n")).map((line) => line.trim());
    for (const line of lines.filter((rest) => HEADING.test(rest))) patterns.add(literal(line));
    // A word after a control token or a tag, such as ChatML's `user`, means nothing without it.
    if (plain.length > 1 || tags.length > 0) continue;
    for (const line of lines.filter((rest) => WORD.test(rest))) {
      for (const pattern of rolePatterns(line, format.separators, plainTexts)) patterns.add(pattern);
    }
  }
  return [...patterns];
}

/** Patterns of a role that is a plain word. */
function rolePatterns(
  word: string,
  seps: readonly string[],
  plainTexts: MarkerOptions["plainTexts"],
): string[] {
  // `Instruct` must not match `Instructions`.
  const role = literal(word) + (/[\p{L}\p{N}]$/u.test(word) ? "(?![^\\s\\u2581])" : "");
  return [
    roleStart(seps, plainTexts) + role,
    ...separatorHeadings(seps).map((heading) => `${literal(heading)}[\\s\\u2581]{0,4}${role}`),
  ];
}

/** Look-behind for the end of the turn before, where a role that is a plain word begins a turn. */
function roleStart(seps: readonly string[], plainTexts: MarkerOptions["plainTexts"]): string {
  const plain = seps.filter((sep) => plainTexts(sep).length === 1);
  if (plain.includes("")) return "";
  return plain.every((sep) => sep.includes("\n")) ? `(?<![^${LINE_BREAKS}])` : "(?<![\\p{L}\\p{N}_])";
}

/** Punctuation in separators that is no marker by itself, such as WizardMath's `###`. */
function separatorHeadings(seps: readonly string[]): string[] {
  return seps.map((sep) => sep.trim()).filter((text) => /^[^\p{L}\p{N}\s]+$/u.test(text));
}

/** Matches `text`, cut to a length that keeps within `MAX_MARKER_LENGTH`, with any spaces in place of its own. */
function literal(text: string): string {
  return text
    .slice(0, MAX_MARKER_LENGTH / 4)
    .split(/\s+/)
    .map(escapeRegExp)
    .join(SPACES);
}

function anyPattern(patterns: readonly string[], flags: string): RegExp | undefined {
  return patterns.length === 0 ? undefined : new RegExp(patterns.join("|"), flags);
}
