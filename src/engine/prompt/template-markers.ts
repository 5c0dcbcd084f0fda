/**
 * The texts by which a model tells turns, roles and tool calls apart, as far as they are plain text. A control
 * token cannot be spelled by a client (`web-llm/tokenizer/marked-tokenizer.ts`); plain text such as Llama 2's `[INST]` can.
 */
import type { ConversationTemplate } from "./template.ts";
import { TOOL_TAGS } from "./tool-text.ts";

export interface MarkerOptions {
  readonly template: ConversationTemplate;
  /** The texts that are left of a control text once its control tokens are taken out. */
  readonly plainTexts: (controlText: string) => readonly string[];
  /** Whether a marker in capital letters has the tokens of one in small ones. */
  readonly ignoreCase?: boolean;
}

export interface TemplateMarkers {
  /** Matches a marker of the template; undefined where all of them hold a control token. */
  readonly turns: RegExp | undefined;
  /** The same, with the tags around tools, calls and results. */
  readonly turnsAndTools: RegExp | undefined;
}

/** No marker is longer, so that text can be searched piece by piece. */
export const MAX_MARKER_LENGTH = 200;

/** A text in brackets stands for itself wherever it is: `[INST]`, `<<SYS>>`, `<|user|>`, `<human>`. */
const TAG = /\[[^\s[\]]+\]|<+[^\s<>]+>+/gu;
/** A heading needs nothing before it to be read as one: `### Response:`. */
const HEADING = /^[^\p{L}\p{N}\s].*\p{L}/u;
const WORD = /^\p{L}/u;
const LINE_BREAKS = "\\n\\r\\v\\f\\u0085\\u2028\\u2029";
/** U+2581 is what tokenizers of the SentencePiece kind make of a space, and a client may write it as well. */
const SPACES = "[\\s\\u2581]{1,4}";

export function templateMarkers(options: MarkerOptions): TemplateMarkers {
  const turns = turnPatterns(options);
  const tools = TOOL_TAGS.flatMap(options.plainTexts).filter((text) => text !== "");
  const flags = options.ignoreCase === true ? "giu" : "gu";
  return {
    turns: anyOf(turns, flags),
    turnsAndTools: anyOf([...turns, ...tools.map(literal)], flags),
  };
}

function turnPatterns({ template, plainTexts }: MarkerOptions): string[] {
  const { roles, seps, role_content_sep: contentSep, role_empty_sep: emptySep } = template;
  const roleTexts = Object.values(roles).flatMap((role) => [role + contentSep, role + emptySep]);
  const around = [
    template.system_template,
    ...Object.values(template.role_templates ?? {}),
    ...seps,
    ...template.stop_str,
  ].flatMap((text = "") => text.split(/\{\w+\}/));
  const patterns = new Set<string>();
  for (const text of [...roleTexts, ...around]) {
    const plain = plainTexts(text);
    const tags = plain.flatMap((part) => part.match(TAG) ?? []);
    for (const tag of tags) patterns.add(literal(tag));
    const lines = plain.flatMap((part) => part.replace(TAG, "\n").split("\n")).map((line) => line.trim());
    for (const line of lines.filter((rest) => HEADING.test(rest))) patterns.add(literal(line));
    // A word behind a token or a tag, such as ChatML's `user`, says nothing without it.
    if (plain.length > 1 || tags.length > 0) continue;
    for (const line of lines.filter((rest) => WORD.test(rest))) {
      const role = literal(line) + (/[\p{L}\p{N}]$/u.test(line) ? "(?![^\\s\\u2581])" : "");
      patterns.add(roleStart(seps, plainTexts) + role);
      for (const heading of separatorHeadings(seps))
        patterns.add(`${literal(heading)}[\\s\\u2581]{0,4}${role}`);
    }
  }
  return [...patterns];
}

/** Where a role that is a mere word begins a turn: behind that which ends the turn before it. */
function roleStart(seps: readonly string[], plainTexts: MarkerOptions["plainTexts"]): string {
  const plain = seps.filter((sep) => plainTexts(sep).length === 1);
  if (plain.includes("")) return "";
  return plain.every((sep) => sep.includes("\n")) ? `(?<![^${LINE_BREAKS}])` : "(?<![\\p{L}\\p{N}_])";
}

/** Visible parts of separators that are no marker by themselves, such as WizardMath's `###`. */
function separatorHeadings(seps: readonly string[]): string[] {
  return seps.map((sep) => sep.trim()).filter((text) => /^[^\p{L}\p{N}\s]+$/u.test(text));
}

function literal(text: string): string {
  return text
    .slice(0, MAX_MARKER_LENGTH / 4)
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"))
    .join(SPACES);
}

function anyOf(patterns: readonly string[], flags: string): RegExp | undefined {
  return patterns.length === 0 ? undefined : new RegExp(patterns.join("|"), flags);
}
