/**
 * Tools, calls and results as text for the model, in the Hermes convention, which is the most common one among open
 * models. Source: https://github.com/NousResearch/Hermes-Function-Calling
 */
import type { Tool, ToolCall } from "../../openai/conversation.ts";
import { client, clientJson, control, type Segment } from "./segment.ts";

export const CALL_OPEN = "<tool_call>";
export const CALL_CLOSE = "</tool_call>";
const RESULT_OPEN = "<tool_response>";
const RESULT_CLOSE = "</tool_response>";

/** Tags that client text must not contain in a prompt with tools, unless they are control tokens of the model. */
export const TOOL_TAGS = ["<tools>", "</tools>", CALL_OPEN, CALL_CLOSE, RESULT_OPEN, RESULT_CLOSE];

/** The tools and how to call them: the end of the system text. */
export function renderTools(tools: readonly Tool[]): readonly Segment[] {
  return [
    control(
      "\n\n# Tools\n\nYou may call one or more functions to assist with the user query.\n\n" +
        "You are provided with function signatures within <tools></tools> XML tags:\n<tools>",
    ),
    ...tools.flatMap((tool) => [control("\n"), clientJson({ type: "function", function: tool })]),
    control(
      "\n</tools>\n\nFor each function call, return a json object with function name and arguments within " +
        `${CALL_OPEN}${CALL_CLOSE} XML tags:\n${CALL_OPEN}\n` +
        `{"name": <function-name>, "arguments": <args-json-object>}\n${CALL_CLOSE}`,
    ),
  ];
}

/** A call that the assistant made in an earlier turn. */
export function renderToolCall({ function: { name, arguments: text } }: ToolCall): readonly Segment[] {
  return [
    control(`${CALL_OPEN}\n{"name": `),
    clientJson(name),
    control(', "arguments": '),
    client(text),
    control(`}\n${CALL_CLOSE}`),
  ];
}

export function renderToolResult(content: string): readonly Segment[] {
  return [control(`${RESULT_OPEN}\n`), client(content), control(`\n${RESULT_CLOSE}`)];
}
