import { badField, type Case, chat, one, type CaseTheme } from "../case.ts";

const tool = (name: unknown, parameters?: unknown) => ({ type: "function", function: { name, parameters } });
const weather = tool("weather", { type: "object", properties: { city: { type: "string" } } });
const refused = (name: string, param: string, fields: object, message?: RegExp): Case =>
  one(`${name} is refused`, chat(fields), badField(param, message));
const keyword = (name: string, schema: object): Case =>
  refused(
    `a tool with '${name}'`,
    "tools[0].function.parameters",
    { tools: [tool("weather", { type: "object", properties: { city: schema } })] },
    new RegExp(`'${name}'.*'weather'`),
  );
const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

export const toolFields: CaseTheme = {
  name: "fields of tools and formats",
  cases: [
    refused("an empty list of tools", "tools", { tools: [] }),
    refused("a tool that is no object", "tools[0]", { tools: ["weather"] }),
    refused("a tool of another type", "tools[0].type", { tools: [{ type: "web_search" }] }, /'function'/),
    refused("a tool without a name", "tools[0].function.name", { tools: [tool(undefined)] }),
    refused(
      "a name with a space",
      "tools[0].function.name",
      { tools: [tool("the weather")] },
      /letters, digits/,
    ),
    refused("two tools of one name", "tools[1].function.name", { tools: [weather, weather] }, /unique/),
    refused("parameters that are no schema", "tools[0].function.parameters", {
      tools: [tool("now", "none")],
    }),
    refused("parameters that are no object", "tools[0].function.parameters.type", {
      tools: [tool("now", { type: "string" })],
    }),
    refused("a choice without tools", "tool_choice", { tool_choice: "auto" }),
    refused("parallel calls without tools", "parallel_tool_calls", { parallel_tool_calls: false }),
    refused("an unknown choice", "tool_choice", { tools: [weather], tool_choice: "any" }),
    refused(
      "a choice that names no given tool",
      "tool_choice",
      { tools: [weather], tool_choice: { type: "function", function: { name: "now" } } },
      /'now'/,
    ),
    keyword("not", { not: { type: "null" } }),
    keyword("multipleOf", { type: "integer", multipleOf: 5 }),
    keyword("patternProperties", { type: "object", patternProperties: { a: {} } }),
    refused(
      "a reference to nothing",
      "tools[0].function.parameters",
      { tools: [tool("weather", { type: "object", properties: { city: { $ref: "#/$defs/city" } } })] },
      /\$ref/,
    ),

    refused(
      "an unknown format",
      "response_format.type",
      { response_format: { type: "yaml" } },
      /'json_schema'/,
    ),
    refused("a format that is a text", "response_format", { response_format: "json_object" }),
    refused("a json_schema without a schema", "response_format.json_schema.schema", {
      response_format: { type: "json_schema", json_schema: { name: "place" } },
    }),
    refused("a json_schema without a name", "response_format.json_schema.name", {
      response_format: { type: "json_schema", json_schema: { schema } },
    }),
    refused(
      "a format whose keyword cannot be enforced",
      "response_format.json_schema.schema",
      {
        response_format: {
          type: "json_schema",
          json_schema: { name: "place", schema: { type: "array", uniqueItems: true } },
        },
      },
      /'uniqueItems'.*'place'/,
    ),
    refused(
      "a json_object whose schema's keyword cannot be enforced",
      "response_format.schema",
      { response_format: { type: "json_object", schema: { type: "array", uniqueItems: true } } },
      /'uniqueItems'/,
    ),
    refused("a json_object whose schema is none", "response_format.schema", {
      response_format: { type: "json_object", schema: "city" },
    }),
  ],
};
