/** Response formats, by the stock SDK through the service worker. */
import { expect, test } from "../../support/test.ts";
import { ajv, complete } from "../../support/tool-calls.ts";

test("holds the reply to a format", async ({ connectedPage }) => {
  const schema = {
    type: "object",
    properties: {
      mood: { enum: ["gut", "schön 🌞"] },
      score: { type: "number", minimum: 0, maximum: 1 },
      tags: { type: "array", items: { type: "string", maxLength: 4 }, maxItems: 2 },
    },
    required: ["mood", "score"],
    additionalProperties: false,
  };
  for (const seed of [1, 2]) {
    const shaped = await complete(connectedPage, {
      seed,
      response_format: { type: "json_schema", json_schema: { name: "report", schema, strict: true } },
    });
    expect(shaped.choices[0]?.finish_reason).toBe("stop");
    const value: unknown = JSON.parse(shaped.choices[0]?.message.content ?? "");
    expect(ajv.validate(schema, value), ajv.errorsText()).toBe(true);

    const free = await complete(connectedPage, { seed, response_format: { type: "json_object" } });
    const { content } = free.choices[0]?.message ?? {};
    if (free.choices[0]?.finish_reason === "stop") expect(JSON.parse(content ?? "")).toBeInstanceOf(Object);
    else expect(content).toMatch(/^\{/);
  }
});
