/**
 * The arguments of calls are valid for 20 schemas on each engine, although a model of random weights at temperature 1
 * writes them. `INSITU_GENERATIONS` is the number of replies, by default 8, for the schemas in turn.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { EngineName } from "../../../src/contract/engine-name.ts";
import type { ToolReply } from "../../harness/tool-replies.ts";
import { expect, test } from "../../support/harness-test.ts";
import { refusedSchemas, servedSchemas } from "../../support/tool-schemas.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const generations = Number(process.env["INSITU_GENERATIONS"] ?? 8);
/** The served schemas in turn, then each refused one. */
const schemas = [
  ...Array.from({ length: generations }, (_, index) => servedSchemas[index % servedSchemas.length] ?? {}),
  ...refusedSchemas.map(([, schema]) => schema),
];

for (const engine of ["web-llm", "wllama"] satisfies readonly EngineName[]) {
  test(`the arguments of ${generations} calls follow their schemas, on ${engine}`, async ({ harness }) => {
    // A reply takes some seconds on a busy software adapter.
    test.setTimeout(60_000 + generations * 10_000);
    const replies: ToolReply[] = await harness.evaluate(
      ({ name, requests }) => globalThis.harnessModule.toolReplies(name, "fixture-chat", requests),
      {
        name: engine,
        requests: schemas.map((parameters, index) => ({
          tools: [{ name: "f", parameters }],
          tool_choice: { type: "required" as const },
          parallel_tool_calls: false,
          sampling: { temperature: 1, top_p: 1, seed: index },
        })),
      },
    );
    let finished = 0;
    for (const [which, reply] of replies.entries()) {
      const [keyword] = refusedSchemas[which - generations] ?? [];
      if (keyword !== undefined) {
        expect(reply.refused).toMatchObject({ code: "invalid", param: "tools[0].function.parameters" });
        expect(reply.refused?.message).toContain(`'${keyword}' of the tool 'f'`);
        continue;
      }
      expect(reply.refused, `schema ${which}`).toBeUndefined();
      expect(reply.text).toBe("");
      expect(reply.reason, `schema ${which}: ${JSON.stringify(reply.calls)}`).toMatch(
        /^(tool_calls|length)$/,
      );
      if (reply.reason !== "tool_calls") continue;
      finished++;
      expect(reply.calls).toHaveLength(1);
      const text = reply.calls[0]?.arguments ?? "";
      const isValid = ajv.validate(schemas[which] ?? {}, JSON.parse(text));
      expect(isValid, `schema ${which}: ${text}: ${ajv.errorsText()}`).toBe(true);
    }
    const figures = `${finished} of ${generations} replies ended with a call`;
    test.info().annotations.push({ type: "figures", description: figures });
    expect(finished).toBeGreaterThan(generations / 2);
  });

  test(
    `with a free choice, text goes on until a call opens, and the call follows its schema, on ${engine}`,
    { tag: "@long" },
    async ({ harness }) => {
      const parameters = servedSchemas[0] ?? {};
      const texts: string[] = await harness.evaluate(
        ({ name, requests }) => globalThis.harnessModule.openedReplies(name, "fixture-chat", "e", requests),
        {
          name: engine,
          requests: [1, 2, 3].map((seed) => ({
            tools: [{ name: "f", parameters }],
            tool_choice: { type: "auto" as const },
            parallel_tool_calls: false,
            sampling: { temperature: 1, top_p: 1, seed },
          })),
        },
      );
      const opened = texts.filter((text) => text.includes("e"));
      expect(opened.length).toBeGreaterThan(0);
      for (const text of opened) {
        const call = /^[^e]*e\n\{"name": "f", "arguments": (\{.*\})\}\n<\/tool_call>$/.exec(text);
        expect(call, text).not.toBeNull();
        expect(ajv.validate(parameters, JSON.parse(call?.[1] ?? "")), ajv.errorsText()).toBe(true);
      }
    },
  );
}
