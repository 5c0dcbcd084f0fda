import { EngineError } from "../../contract/engine-error.ts";
import type { Conversation, Tool } from "../../openai/conversation.ts";
import { CALL_CLOSE, CALL_OPEN } from "../prompt/tool-text.ts";
import { CompileBudgetError } from "./compile-budget.ts";
import { choice, type Expression, literal, repetition, sequence } from "./ebnf/grammar.ts";
import { GrammarBuilder } from "./ebnf/grammar-builder.ts";
import { hasUnproductiveRule } from "./ebnf/unproductive-rule.ts";
import { xgrammarDialect } from "./ebnf/xgrammar-dialect.ts";
import { freeTextUntil } from "./free-text.ts";
import type { GrammarDialect } from "./grammar-dialect.ts";
import { toolCallExpression, responseFormatExpression } from "./request-schemas.ts";

/** Restricts the tokens of a reply to a grammar, which is text in a dialect and starts with the rule `root`. */
export type DecodingConstraint =
  | { readonly kind: "whole"; readonly grammar: string }
  /**
   * Free text, until the model writes `open`; then the grammar and `close` follow and end the reply. Only for
   * dialects with triggers.
   */
  | { readonly kind: "triggered"; readonly open: string; readonly grammar: string; readonly close: string };

export interface ReplyGrammar {
  /** Absent where the reply is free text. */
  readonly constraint?: DecodingConstraint;
  /** Places where calls may begin: nowhere, only at the start of the reply, or after any text. */
  readonly calls: "never" | "at-start" | "anywhere";
}

/** Calls in one reply: a small model may go on calling until its context is full. */
const MAX_CALLS = 16;

/**
 * The grammar of a reply, from the conversation's tools, the choice among them, and the response format:
 *
 * - no tools, no format → free text
 * - a format → `format`
 * - tools → free text, then `open call (close open call)* close`
 * - tools that must be called → the calls alone, even beside a format
 * - tools and a format → the calls, or `format`
 *
 * @param mark writes control tokens in the template's text as the tokenizer knows them
 * @param dialect of the engine
 * @throws {EngineError} `invalid`, naming the tool and the keyword, if a schema cannot be enforced
 */
export function replyGrammar(
  conversation: Conversation,
  mark: (text: string) => string,
  dialect: GrammarDialect = xgrammarDialect,
): ReplyGrammar {
  try {
    return compileReply(conversation, mark, dialect);
  } catch (error) {
    throw error instanceof CompileBudgetError ? tooLarge(conversation) : error;
  }
}

function compileReply(
  conversation: Conversation,
  mark: (text: string) => string,
  dialect: GrammarDialect,
): ReplyGrammar {
  const { tools, tool_choice, response_format } = conversation;
  const builder = new GrammarBuilder();
  // Tools that are not offered are checked as well.
  const calls = tools.map((tool, index) => toolCallExpression(builder, tool, index));
  const format = responseFormatExpression(builder, response_format);
  if (hasUnproductiveRule(builder.rules, builder.budget)) {
    throw new EngineError(
      "invalid",
      "A schema requires an infinite value, because its '$ref' is required at every level: make it optional.",
      schemaField(conversation),
    );
  }
  const print = (root: Expression): string => {
    const grammar = dialect.print({ root, rules: builder.rules }, builder.budget);
    if (grammar.length > dialect.maxCharacters) throw tooLarge(conversation);
    return grammar;
  };

  const offered = calls.filter((_, index) => isOffered(conversation, tools[index]));
  if (offered.length === 0 || tool_choice.type === "none") {
    if (format === undefined) return { calls: "never" };
    return { calls: "never", constraint: { kind: "whole", grammar: print(format) } };
  }
  const [open, close] = [mark(CALL_OPEN), mark(CALL_CLOSE)];
  const call = choice(...offered);
  const furtherCall = sequence(literal(`${close}\n${open}`), call);
  const isSingle = tool_choice.type === "function" || !conversation.parallel_tool_calls;
  const callList = sequence(call, repetition(furtherCall, 0, isSingle ? 0 : MAX_CALLS - 1));
  const delimited = sequence(literal(open), callList, literal(close));
  if (tool_choice.type !== "auto") return startingWithCall(print(delimited));
  if (format !== undefined) return startingWithCall(print(choice(delimited, format)));
  if (dialect.hasTriggers) {
    return { calls: "anywhere", constraint: { kind: "triggered", open, grammar: print(callList), close } };
  }
  const reply = freeTextUntil(builder, open, sequence(callList, literal(close)));
  return { calls: "anywhere", constraint: { kind: "whole", grammar: print(reply) } };
}

function isOffered({ tool_choice }: Conversation, tool: Tool | undefined): boolean {
  return tool_choice.type !== "function" || tool?.name === tool_choice.name;
}

function startingWithCall(grammar: string): ReplyGrammar {
  return { calls: "at-start", constraint: { kind: "whole", grammar } };
}

function tooLarge(conversation: Conversation): EngineError {
  return new EngineError(
    "invalid",
    "The schemas of this request are too large to enforce: send fewer tools, or simpler schemas.",
    schemaField(conversation),
  );
}

/** The field to blame where no single schema is. */
function schemaField({ tools }: Conversation): string {
  return tools.length > 0 ? "tools" : "response_format";
}
