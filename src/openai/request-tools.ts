/** The request fields `tools`, `tool_choice`, `parallel_tool_calls` and `response_format`. */
import * as z from "zod/mini";
import type { ResponseFormat, Tool, ToolChoice } from "./conversation.ts";
import { fieldError, quote } from "./error.ts";
import {
  firstIssue,
  functionNameSchema,
  jsonSchemaSchema,
  listOf,
  textSchema,
  omitNullish,
} from "./schema-parts.ts";

/** OpenAI's limit. */
const MAX_TOOLS = 128;

const parametersSchema = jsonSchemaSchema.check(
  z.refine(({ type }) => type === undefined || type === "object", {
    path: ["type"],
    error: "must be 'object': a function's arguments are an object",
  }),
);

const toolSchema = z.pipe(
  z.object(
    {
      type: z.literal("function", "must be 'function'"),
      function: z.object(
        {
          name: functionNameSchema,
          description: z.nullish(textSchema),
          parameters: z.nullish(parametersSchema),
          // Arguments always follow the schema.
          strict: z.nullish(z.boolean("must be a boolean")),
        },
        "must be an object with a 'name'",
      ),
    },
    "must be a tool: an object with 'type' and 'function'",
  ),
  z.transform(({ function: { name, description, parameters } }): Tool => ({
    ...omitNullish({ name, description }),
    // A function without `parameters` takes no arguments, as OpenAI documents.
    parameters: parameters ?? { type: "object", properties: {} },
  })),
);

export const requestToolsSchema = listOf(toolSchema, {
  problem: `must be an array of 1 to ${MAX_TOOLS} tools, or absent`,
  maxLength: MAX_TOOLS,
});

const namedChoiceSchema = z.object(
  {
    type: z.literal("function", "must be 'function'"),
    function: z.object({ name: functionNameSchema }, "must be an object with a 'name'"),
  },
  "must be 'none', 'auto', 'required' or an object that names a function",
);

export const requestToolChoiceSchema = z.pipe(
  z.unknown(),
  z.transform((input, context): ToolChoice => {
    if (input === "none" || input === "auto" || input === "required") return { type: input };
    const result = namedChoiceSchema.safeParse(input);
    if (result.success) return { type: "function", name: result.data.function.name };
    context.issues.push(firstIssue(result.error, input));
    return z.NEVER;
  }),
);

export const requestResponseFormatSchema = z.pipe(
  z.discriminatedUnion(
    "type",
    [
      z.object({ type: z.literal("text") }),
      // OpenAI's form has no schema; llama.cpp's has one, and Instructor's JSON_SCHEMA mode sends it.
      z.object({ type: z.literal("json_object"), schema: z.nullish(jsonSchemaSchema) }),
      z.object({
        type: z.literal("json_schema"),
        json_schema: z.object(
          {
            name: functionNameSchema,
            description: z.nullish(textSchema),
            schema: jsonSchemaSchema,
            // The reply always follows the schema.
            strict: z.nullish(z.boolean("must be a boolean")),
          },
          "must be an object with 'name' and 'schema'",
        ),
      }),
    ],
    {
      error: (issue) =>
        issue.code === "invalid_union"
          ? "must be 'text', 'json_object' or 'json_schema'"
          : "must be an object with a 'type'",
    },
  ),
  z.transform((format): ResponseFormat => {
    switch (format.type) {
      case "text":
        return { type: "text" };
      case "json_object": {
        const { schema = null } = format;
        const isEmpty = schema === null || Object.keys(schema).length === 0;
        return isEmpty ? { type: "json_object" } : { type: "json_schema", schema };
      }
      case "json_schema":
        return { type: "json_schema", name: format.json_schema.name, schema: format.json_schema.schema };
    }
  }),
);

export interface ToolFields {
  readonly tools: Tool[] | undefined;
  readonly tool_choice: ToolChoice | undefined;
  readonly parallel_tool_calls: boolean | undefined;
}

/** @throws {import("./error.ts").ApiError} 400 if the fields contradict each other */
export function checkToolFields({ tools, tool_choice, parallel_tool_calls }: ToolFields): void {
  const names = new Set<string>();
  for (const [index, { name }] of (tools ?? []).entries()) {
    if (names.has(name))
      throw fieldError(`tools[${index}].function.name`, `must be unique: ${quote(name)} is used twice`);
    names.add(name);
  }
  if (tools === undefined) {
    if (tool_choice !== undefined) throw fieldError("tool_choice", "is only allowed when 'tools' are given");
    if (parallel_tool_calls !== undefined) {
      throw fieldError("parallel_tool_calls", "is only allowed when 'tools' are given");
    }
  }
  if (tool_choice?.type === "function" && !names.has(tool_choice.name)) {
    throw fieldError(
      "tool_choice",
      `must name one of the 'tools': ${quote(tool_choice.name)} is not among them`,
    );
  }
}
