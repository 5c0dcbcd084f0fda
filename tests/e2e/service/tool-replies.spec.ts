/** Replies with calls by the stock SDK: deltas, finish reasons and refusals. */
import { expect, test } from "../../support/test.ts";
import { question, calls, complete, model, tools } from "../../support/tool-calls.ts";

test("streams the id and the name of a call, then its arguments in pieces", async ({ connectedPage }) => {
  const { chunks, whole } = await connectedPage.evaluate(
    async (body) => {
      const received = [];
      for await (const chunk of await client.chat.completions.create({ ...body, stream: true }))
        received.push(chunk);
      return { chunks: received, whole: await client.chat.completions.create(body) };
    },
    {
      model,
      messages: question,
      tools,
      seed: 4,
      tool_choice: { type: "function" as const, function: { name: "go" } },
      parallel_tool_calls: false,
    },
  );
  const deltas = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
  expect(deltas[0]).toMatchObject({ index: 0, type: "function", function: { name: "go", arguments: "" } });
  expect(deltas[0]?.id).toMatch(/^call_/);
  const pieces = deltas.slice(1);
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.filter(({ id, function: of }) => id !== undefined || of?.name !== undefined)).toEqual([]);
  const [call] = whole.choices[0]?.message.tool_calls ?? [];
  expect(call).toMatchObject({
    function: { arguments: pieces.map((delta) => delta.function?.arguments).join("") },
  });
  expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe("tool_calls");
});

test("stop texts end text, not a call", async ({ connectedPage }) => {
  const reply = await complete(connectedPage, {
    tools,
    tool_choice: "required",
    parallel_tool_calls: false,
    stop: ['"', "{", "go", "hi"],
  });
  expect(reply.choices[0]?.finish_reason).toBe("tool_calls");
  expect(calls(reply)).toHaveLength(1);
});

test("says length where the ceiling cuts a call", async ({ connectedPage }) => {
  const parameters = {
    type: "object",
    properties: { t: { type: "string", minLength: 200 } },
    required: ["t"],
  };
  const reply = await complete(connectedPage, {
    tools: [{ type: "function", function: { name: "say", parameters } }],
    tool_choice: "required",
  });
  expect(reply.choices[0]?.finish_reason).toBe("length");
});

test("refuses a keyword that cannot be enforced, and names tool and keyword", async ({ connectedPage }) => {
  const errors = await connectedPage.evaluate(
    async (bodies) => {
      const failures: { status: unknown; param: unknown; message: string }[] = [];
      for (const body of bodies) {
        await client.chat.completions.create(body).then(
          () => {
            throw new Error("The request was not refused.");
          },
          ({ status, param, message }) => failures.push({ status, param, message }),
        );
      }
      return failures;
    },
    [true, false].map((stream) => ({
      model,
      messages: question,
      stream,
      tools: [
        ...tools,
        {
          type: "function" as const,
          function: {
            name: "bad",
            parameters: { type: "object", properties: { a: { type: "array", uniqueItems: true } } },
          },
        },
      ],
    })),
  );
  for (const error of errors) {
    expect(error).toMatchObject({ status: 400, param: "tools[2].function.parameters" });
    expect(error.message).toMatch(/'uniqueItems' of the tool 'bad'/);
  }
});
