/** What a client gets of the text that the model writes: text up to a stop text, and calls. */
import { createStopMatcher } from "./stop-matcher.ts";
import { type CallSyntax, createToolCallParser, type ParsedPart } from "./tool-call-parser.ts";

export interface ReplyParserOptions extends CallSyntax {
  /** Texts that end the reply where they occur in its text; in a call they mean nothing. */
  readonly stop: readonly string[];
  /** Replaces the names that control tokens go by. */
  readonly unmark: (text: string) => string;
  readonly makeId: () => string;
}

export interface ReplyParser {
  /** Take the next piece of the reply. */
  push(text: string): ParsedReply;
  /** The reply has ended by itself: what was held back of it. */
  end(): ParsedReply;
  /** Whether a call has begun. */
  hasCalls(): boolean;
}

export interface ParsedReply {
  readonly parts: readonly ParsedPart[];
  /** Whether a stop text, or a call that came before, ended the reply: what came after it is dropped. */
  readonly stopped: boolean;
}

export function createReplyParser({ stop, unmark, makeId, ...syntax }: ReplyParserOptions): ReplyParser {
  const parser = createToolCallParser(syntax, makeId);
  const matcher = createStopMatcher(stop);

  const read = (parsed: readonly ParsedPart[], hasEnded: boolean): ParsedReply => {
    const parts: ParsedPart[] = [];
    const say = ({ text, stopped }: { text: string; stopped: boolean }) => {
      if (text !== "") parts.push({ type: "text", text });
      return stopped;
    };
    for (const part of parsed) {
      if (part.type === "text") {
        if (say(matcher.push(unmark(part.text)))) return { parts, stopped: true };
        continue;
      }
      // The text before the call has ended, so that what is held back of it is no stop text.
      if (part.type === "tool-call" && say(matcher.end())) return { parts, stopped: true };
      parts.push(part.type === "tool-arguments" ? { ...part, text: unmark(part.text) } : part);
    }
    return { parts, stopped: parser.hasRepeated || (hasEnded && say(matcher.end())) };
  };

  return {
    push: (text) => read(parser.push(text), false),
    end: () => read(parser.end(), true),
    hasCalls: () => parser.calls > 0,
  };
}
