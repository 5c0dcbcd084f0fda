/** All tabs share one model, which outlives any single tab and any tab's request. */
import type { Page } from "@playwright/test";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  ambiguousExpressions,
  manyConstants,
  operatorExpressions,
  taggedExpressions,
} from "../../../src/engine/grammar/testing/expression-schemas.ts";
import { openConnectedPage } from "../../support/connected-page.ts";
import { endEngineWorker, inEngineWorker } from "../../support/engine-worker.ts";
import { expect, test } from "../../support/test.ts";

test("two tabs share one engine, and the one that started it can close in mid-reply", async ({
  freshContext,
  site,
}) => {
  const first = await openConnectedPage(freshContext, site.url, "fixture-length");
  const second = await openConnectedPage(freshContext, site.url);
  const [one, two] = await Promise.all(
    [first, second].map((tab) => tab.evaluate(async () => (await insitu.status()).host)),
  );
  expect(one?.kind).toBe("shared-worker");
  expect(two?.instance).toBe(one?.instance);

  const [a, b] = await Promise.all([first, second].map((tab) => tab.evaluate(streamWhole)));
  expect([a?.finish, b?.finish]).toEqual(["length", "length"]);

  await second.evaluate(openReply);
  await first.close();
  const whole = await second.evaluate(() => rest());
  expect(whole.finish).toBe("length");
  const again = await second.evaluate(
    async () =>
      (
        await client.chat.completions.create({
          model: "fixture-length",
          temperature: 0,
          messages: [{ role: "user", content: "And then?" }],
        })
      ).choices[0]?.message.content,
  );
  expect(whole.text).toBe(again);
});

test("a tab's recursive schemas are followed or refused, and its neighbour's stream goes on", async ({
  connectedPage: page,
  sharedContext,
  site,
}) => {
  const ajv = new Ajv2020({ strict: false });
  const neighbour = await openConnectedPage(sharedContext, site.url);
  await neighbour.evaluate(openReply);

  const { status, param } = await page.evaluate(refusal, ambiguousExpressions);
  expect({ status, param }).toEqual({ status: 400, param: "tools[0].function.parameters" });
  const uses: SchemaUse[] = [
    { schema: taggedExpressions, asTool: true },
    { schema: taggedExpressions, asTool: false },
    { schema: operatorExpressions, asTool: true },
    { schema: operatorExpressions, asTool: false },
    // As a tool, the schema would exceed the model's context.
    { schema: manyConstants, asTool: false },
  ];
  const replies = page.evaluate(constrainedReplies, uses);
  expect((await neighbour.evaluate(() => rest())).finish).toBe("length");
  await neighbour.close();

  let finished = 0;
  for (const [index, { text, finish }] of (await replies).entries()) {
    if (finish === "length") continue;
    finished++;
    const { schema = {} } = uses[index] ?? {};
    // Not by ajv, which takes seconds to compile 4,000 alternatives.
    if (schema === manyConstants) expect(text).toMatch(/^\{"n": ?[1-3]?\d{1,3}\}$/);
    else expect(ajv.validate(schema, JSON.parse(text)), `${text}: ${ajv.errorsText()}`).toBe(true);
  }
  // The seed determines which replies reach the token limit.
  expect(finished).toBeGreaterThanOrEqual(3);
});

declare global {
  /** Reads the rest of the reply that `openReply` opened. */
  var rest: () => Promise<{ text: string; finish: string | null | undefined }>;
  /** Outcomes of the open reply and of the load under way. */
  var problems: Promise<[string, string]>;
}

/** In the page: open a reply and read up to its first text; `rest` reads on. */
async function openReply(): Promise<void> {
  const stream = await client.chat.completions.create({
    model: "fixture-length",
    stream: true,
    temperature: 0,
    messages: [{ role: "user", content: "And then?" }],
  });
  const reader = stream[Symbol.asyncIterator]();
  let text = "";
  while (text === "") text += (await reader.next()).value?.choices[0]?.delta.content ?? "";
  globalThis.rest = async () => {
    let finish: string | null | undefined;
    for (;;) {
      const { done, value } = await reader.next();
      if (done === true) return { text, finish };
      text += value.choices[0]?.delta.content ?? "";
      finish = value.choices[0]?.finish_reason ?? finish;
    }
  };
}

async function streamWhole(): Promise<{ text: string; finish: string | null | undefined }> {
  const stream = await client.chat.completions.create({
    model: "fixture-length",
    stream: true,
    messages: [{ role: "user", content: "Go on." }],
  });
  let text = "";
  let finish: string | null | undefined;
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? "";
    finish = chunk.choices[0]?.finish_reason ?? finish;
  }
  return { text, finish };
}

test("an engine's worker that crashes fails what waits for it, and the next request starts another", async ({
  freshContext,
  site,
}) => {
  const page = await openConnectedPage(freshContext, site.url, "fixture-length");
  const before = await page.evaluate(async () => (await insitu.status()).host.instance);
  await page.evaluate(openReply);
  await page.evaluate(() => {
    const problemOf = (promise: Promise<unknown>) => promise.then(() => "none", String);
    globalThis.problems = Promise.all([problemOf(rest()), problemOf(insitu.load("smollm2-135m-instruct"))]);
  });
  await endEngineWorker(page);
  const [ofStream, ofLoad] = await page.evaluate(() => problems);
  expect(ofStream).toMatch(/was closed|ended/);
  expect(ofLoad).toBe("InsituError: The worker that runs the model ended. Try again.");
  const { finish } = await page.evaluate(streamWhole);
  expect(finish).toBe("length");
  expect(await page.evaluate(async () => (await insitu.status()).host.instance)).not.toBe(before);
});

test("an engine's worker whose thread hangs fails what waits for it, and all tabs get another", async ({
  freshContext,
  site,
}) => {
  const first = await openConnectedPage(freshContext, site.url, "fixture-length");
  const second = await openConnectedPage(freshContext, site.url);
  const hostOf = (tab: Page) => tab.evaluate(async () => (await insitu.status()).host);
  const before = await hostOf(first);
  await first.evaluate(openReply);
  await inEngineWorker(first, "setTimeout(() => { for (;;); }), 'it hangs'");
  expect(await first.evaluate(() => rest().then(() => "none", String))).toContain("stopped responding");

  const replies = await Promise.all([first, second].map((tab) => tab.evaluate(streamWhole)));
  expect(replies.map(({ finish }) => finish)).toEqual(["length", "length"]);
  const [one, two] = await Promise.all([first, second].map(hostOf));
  expect(one?.instance).not.toBe(before.instance);
  expect([one?.kind, two?.kind]).toEqual(["shared-worker", "shared-worker"]);
  expect(two?.instance).toBe(one?.instance);
});

type JsonSchema = Readonly<Record<string, unknown>>;

interface SchemaUse {
  readonly schema: JsonSchema;
  /** True: a schema for the arguments of a call; false: for the reply. */
  readonly asTool: boolean;
}

/** In the page: the error of a request with a tool of these parameters. */
async function refusal(parameters: JsonSchema): Promise<{ status: unknown; param: unknown }> {
  const error: unknown = await client.chat.completions
    .create({
      model: "fixture-length",
      messages: [{ role: "user", content: "Add." }],
      tools: [{ type: "function", function: { name: "f", parameters } }],
    })
    .catch((reason: unknown) => reason);
  const { status, param } = Object(error);
  return { status, param };
}

/** In the page: one reply for each schema. */
async function constrainedReplies(uses: readonly SchemaUse[]) {
  const replies: { text: string; finish: string | undefined }[] = [];
  for (const { schema, asTool } of uses) {
    const { choices } = await client.chat.completions.create({
      model: "fixture-length",
      seed: 1,
      messages: [{ role: "user", content: "Go on." }],
      ...(asTool
        ? {
            tools: [{ type: "function" as const, function: { name: "f", parameters: schema } }],
            tool_choice: "required" as const,
            parallel_tool_calls: false,
          }
        : {
            response_format: { type: "json_schema" as const, json_schema: { name: "r", schema } },
          }),
    });
    const [choice] = choices;
    const [call] = choice?.message.tool_calls ?? [];
    const text = call?.type === "function" ? call.function.arguments : (choice?.message.content ?? "");
    replies.push({ text, finish: choice?.finish_reason });
  }
  return replies;
}
