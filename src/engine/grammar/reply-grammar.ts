/** What a reply to a conversation may consist of: its tools, the choice among them, and its format. */
import type { Conversation, ResponseFormat, Tool } from "../../openai/conversation.ts";
import { EngineError } from "../../contract/engine-error.ts";
import { CALL_CLOSE, CALL_OPEN } from "../prompt/tool-text.ts";
import { CompileBudgetError } from "./compile-budget.ts";
import { hasUnproductiveRule } from "./ebnf/unproductive-rule.ts";
import {
  choice,
  type Expression,
  isNever,
  repetition,
  GrammarBuilder,
  sequence,
  literal,
} from "./ebnf/grammar.ts";
import type { JsonSchema } from "./schema/json-schema-keywords.ts";
import { printGrammar } from "./ebnf/print-grammar.ts";
import { createSchemaCompiler } from "./schema-compiler.ts";
import { SchemaError } from "./schema/schema-error.ts";

/** Holds a reply to a grammar while it is generated. Grammars are EBNF whose start is the rule `root`. */
export type DecodingConstraint =
  | { readonly kind: "whole"; readonly grammar: string }
  /** Free text, and where it says `open`, the grammar and `close` follow and end the reply. */
  | { readonly kind: "triggered"; readonly open: string; readonly grammar: string; readonly close: string };

export interface ReplyGrammar {
  /** Absent where the reply is free text. */
  readonly constraint?: DecodingConstraint;
  /** Where in a reply calls may begin: nowhere, only at its start, or after any text. */
  readonly calls: "never" | "at-start" | "anywhere";
}

/** A small model may go on calling until its ceiling: so many calls are enough for one reply. */
const MAX_CALLS = 16;
/** Characters of EBNF; it takes time to compile. */
const MAX_GRAMMAR_CHARACTERS = 200_000;

/**
 * @param mark writes control tokens in the template's text as the tokenizer knows them
 * @throws {EngineError} `invalid`, naming the tool and the keyword, where a schema cannot be enforced
 */
export function replyGrammar(conversation: Conversation, mark: (text: string) => string): ReplyGrammar {
  const book = new GrammarBuilder();
  try {
    return compileReply(conversation, mark, book);
  } catch (error) {
    throw error instanceof CompileBudgetError ? tooLarge(conversation.tools.length > 0) : error;
  }
}

function compileReply(
  conversation: Conversation,
  mark: (text: string) => string,
  book: GrammarBuilder,
): ReplyGrammar {
  const { tools, tool_choice, response_format } = conversation;
  const callsByTool = tools.map((tool, index) => toolCall(book, tool, index));
  const json = jsonReply(book, response_format);
  if (hasUnproductiveRule(book.rules, book.budget)) {
    throw new EngineError(
      "invalid",
      "A schema requires a value that can never end, because its '$ref' always needs another: make one optional.",
      tools.length > 0 ? "tools" : "response_format",
    );
  }
  const offered = callsByTool.filter(
    (_, index) => tool_choice.type !== "function" || tools[index]?.name === tool_choice.name,
  );
  const [open, close] = [mark(CALL_OPEN), mark(CALL_CLOSE)];
  const print = (root: Expression) =>
    checkSize(printGrammar({ root, rules: book.rules }, book.budget), tools.length > 0);

  if (offered.length === 0 || tool_choice.type === "none") {
    if (json === undefined) return { calls: "never" };
    return { calls: "never", constraint: { kind: "whole", grammar: print(json) } };
  }
  const call = choice(...offered);
  const more = sequence(literal(`${close}\n${open}`), call);
  const isOnlyOne = tool_choice.type === "function" || !conversation.parallel_tool_calls;
  const calls = sequence(call, repetition(more, 0, isOnlyOne ? 0 : MAX_CALLS - 1));
  const closed = sequence(literal(open), calls, literal(close));
  if (tool_choice.type !== "auto") return whole(print(closed));
  if (json !== undefined) return whole(print(choice(closed, json)));
  return { calls: "anywhere", constraint: { kind: "triggered", open, grammar: print(calls), close } };
}

function whole(grammar: string): ReplyGrammar {
  return { calls: "at-start", constraint: { kind: "whole", grammar } };
}

/** What stands between the markers of a call, as `renderToolCall` writes it for earlier turns. */
function toolCall(book: GrammarBuilder, { name, parameters }: Tool, index: number): Expression {
  const field = `tools[${index}].function.parameters`;
  const schema = { allOf: [{ type: "object" }, parameters] };
  const value = compile(book, schema, parameters, {
    prefix: `tool${index}`,
    field,
    of: `the tool '${name}'`,
  });
  return book.define(`call ${index}`, () =>
    sequence(literal(`\n{"name": ${JSON.stringify(name)}, "arguments": `), value, literal("}\n")),
  );
}

function jsonReply(book: GrammarBuilder, format: ResponseFormat): Expression | undefined {
  if (format.type === "text") return undefined;
  const schema = format.type === "json_object" ? { type: "object" } : format.schema;
  const name = format.type === "json_object" ? undefined : format.name;
  const place =
    name === undefined
      ? { field: "response_format.schema", of: "the format" }
      : { field: "response_format.json_schema.schema", of: `the format '${name}'` };
  return compile(book, schema, schema, { prefix: "format", ...place });
}

interface Place {
  /** Keeps the rules apart. */
  readonly prefix: string;
  /** The request's field. */
  readonly field: string;
  readonly of: string;
}

function compile(
  book: GrammarBuilder,
  schema: JsonSchema,
  root: JsonSchema,
  { prefix, field, of }: Place,
): Expression {
  try {
    const expression = createSchemaCompiler(root, book, prefix).compile(schema);
    if (!isNever(expression)) return expression;
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const message = `The keyword '${error.keyword}' of ${of} ${error.message}.`;
    throw new EngineError("invalid", message, field + error.path, { cause: error });
  }
  throw new EngineError("invalid", `The schema of ${of} allows no value: loosen it.`, field);
}

function checkSize(grammar: string, hasTools: boolean): string {
  if (grammar.length <= MAX_GRAMMAR_CHARACTERS) return grammar;
  throw tooLarge(hasTools);
}

function tooLarge(hasTools: boolean): EngineError {
  return new EngineError(
    "invalid",
    "The schemas of this request are too large to enforce: give fewer tools, or simpler ones.",
    hasTools ? "tools" : "response_format",
  );
}
