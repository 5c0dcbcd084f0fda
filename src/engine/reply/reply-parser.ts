import { StopMatcher } from "./stop-matcher.ts";
import { type CallSyntax, type ParsedPart, ToolCallParser } from "./tool-call-parser.ts";

export interface ReplyParserOptions extends CallSyntax {
  /** Texts that end the reply where they occur in its text. In a call they mean nothing. */
  readonly stop: readonly string[];
  /** Replaces markers of control tokens by the tokens' own names. */
  readonly unmark: (text: string) => string;
  /** Makes the id of a call. */
  readonly makeId: () => string;
}

export interface ParsedReply {
  readonly parts: readonly ParsedPart[];
  /** True if a stop text or a repeated call ended the reply. What follows is dropped. */
  readonly stopped: boolean;
}

/** Splits the generated text into what a client gets: text up to a stop text, and tool calls. */
export class ReplyParser {
  readonly #calls: ToolCallParser;
  readonly #stops: StopMatcher;
  readonly #unmark: (text: string) => string;

  constructor({ stop, unmark, makeId, ...syntax }: ReplyParserOptions) {
    this.#calls = new ToolCallParser(syntax, makeId);
    this.#stops = new StopMatcher(stop);
    this.#unmark = unmark;
  }

  /** True once a call has begun. */
  get hasCalls(): boolean {
    return this.#calls.hasCalls;
  }

  /** Takes the next piece of the reply. */
  push(text: string): ParsedReply {
    const { parts, stopped } = this.#read(this.#calls.push(text));
    return { parts, stopped: stopped || this.#calls.hasRepeated };
  }

  /** Ends the reply: the parts that were held back. */
  end(): ParsedReply {
    const { parts, stopped } = this.#read(this.#calls.end());
    if (stopped || this.#calls.hasRepeated) return { parts, stopped: true };
    const rest = this.#stops.end();
    return { parts: [...parts, ...textPart(rest.text)], stopped: rest.stopped };
  }

  #read(parsed: readonly ParsedPart[]): ParsedReply {
    const parts: ParsedPart[] = [];
    for (const part of parsed) {
      if (part.type === "tool-arguments") {
        parts.push({ ...part, text: this.#unmark(part.text) });
        continue;
      }
      // A call ends the text before it, so what was held back of that is no stop text.
      const match = part.type === "text" ? this.#stops.push(this.#unmark(part.text)) : this.#stops.end();
      parts.push(...textPart(match.text));
      if (match.stopped) return { parts, stopped: true };
      if (part.type === "tool-call") parts.push(part);
    }
    return { parts, stopped: false };
  }
}

function textPart(text: string): ParsedPart[] {
  return text === "" ? [] : [{ type: "text", text }];
}
