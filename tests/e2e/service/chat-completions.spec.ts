/** Chat completions by the stock SDK in a page, from a real model through the service worker. */
import { expect, test } from "../../support/test.ts";

const model = "fixture-chat";

test("answers in one JSON object", async ({ connectedPage }) => {
  const completion = await connectedPage.evaluate(
    (id) =>
      client.chat.completions.create({
        model: id,
        temperature: 0,
        messages: [{ role: "user", content: "Tell me about rivers." }],
      }),
    model,
  );
  expect(completion).toMatchObject({
    object: "chat.completion",
    model,
    choices: [{ index: 0, finish_reason: "stop", logprobs: null, message: { role: "assistant" } }],
  });
  expect(completion.id).toMatch(/^chatcmpl-[A-Za-z0-9]{24,}$/);
  expect(completion.choices).toHaveLength(1);
  expect(completion.choices[0]?.message.content?.length).toBeGreaterThan(0);
  const { prompt_tokens, completion_tokens, total_tokens } = completion.usage ?? {};
  // The model's tokens are bytes: the prompt is longer than the identity and the question.
  expect(prompt_tokens).toBeGreaterThan("Tell me about rivers.".length + 20);
  expect(completion_tokens).toBeGreaterThan(0);
  expect(total_tokens).toBe((prompt_tokens ?? 0) + (completion_tokens ?? 0));
});

test("streams what it answers at once", async ({ connectedPage }) => {
  const { chunks, whole } = await connectedPage.evaluate(async (id) => {
    const request = {
      model: id,
      temperature: 0,
      messages: [{ role: "user" as const, content: "Sing of the sea 🌊." }],
    };
    const stream = await client.chat.completions.create({
      ...request,
      stream: true,
      stream_options: { include_usage: true },
    });
    const received = [];
    for await (const chunk of stream) received.push(chunk);
    return { chunks: received, whole: await client.chat.completions.create(request) };
  }, model);
  const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("");
  expect(text).toBe(whole.choices[0]?.message.content);
  expect(chunks[0]?.choices[0]?.delta).toEqual({ role: "assistant", content: "" });
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  expect(chunks.filter(({ choices }) => choices[0]?.finish_reason === "stop")).toHaveLength(1);
  const last = chunks.at(-1);
  const { prompt_tokens_details: second, ...counts } = whole.usage ?? {};
  expect(last).toMatchObject({ choices: [], usage: counts });
  // The second request had the first one's prompt.
  const first = last?.usage?.prompt_tokens_details?.cached_tokens ?? 0;
  expect(second?.cached_tokens).toBeGreaterThan(first);
  expect(chunks.length).toBeGreaterThan(4);
});

test("ends with length at the model's own ceiling", async ({ connectedPage }) => {
  const completion = await connectedPage.evaluate(() =>
    client.chat.completions.create({
      model: "fixture-length",
      messages: [{ role: "user", content: "Go on." }],
    }),
  );
  expect(completion.choices[0]?.finish_reason).toBe("length");
  expect(completion.usage?.completion_tokens).toBe(128);
});

test("gives the same reply to the same seed, and others to others", async ({ connectedPage }) => {
  const replies = await connectedPage.evaluate(async (id) => {
    const texts = [];
    for (const seed of [7, 7, 8, 9]) {
      const { choices } = await client.chat.completions.create({
        model: id,
        seed,
        temperature: 1,
        messages: [{ role: "user", content: "Make something up." }],
      });
      texts.push(choices[0]?.message.content);
    }
    return texts;
  }, model);
  expect(replies[0]).toBe(replies[1]);
  expect(new Set(replies).size).toBe(3);
});

test("stops when the client does, and answers the next request", async ({ connectedPage }) => {
  const { first, second } = await connectedPage.evaluate(async () => {
    const stream = await client.chat.completions.create({
      model: "fixture-length",
      stream: true,
      messages: [{ role: "user", content: "Go on and on." }],
    });
    let text = "";
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      if (text.length > 8) break;
    }
    const next = await client.chat.completions.create({
      model: "fixture-length",
      messages: [{ role: "user", content: "Hello." }],
    });
    const { worker } = await insitu.status();
    return { first: text, second: next.usage?.completion_tokens, worker };
  });
  expect(first.length).toBeLessThan(128);
  expect(second).toBe(128);
});

test("lists its models and what they cost and support", async ({ connectedPage }) => {
  const models = await connectedPage.evaluate(async () => (await client.models.list()).data);
  expect(models.map(({ id }) => id)).toContain(model);
  expect(models.find(({ id }) => id === model)).toMatchObject({
    object: "model",
    context_length: 2048,
    pricing: { prompt: "0", completion: "0" },
    architecture: { input_modalities: ["text"], output_modalities: ["text"] },
    top_provider: { max_completion_tokens: 128 },
  });
  const one = await connectedPage.evaluate((id) => client.models.retrieve(id), model);
  expect(one.id).toBe(model);
});

test("refuses a missing key, an unknown model and a prompt that is too long", async ({ connectedPage }) => {
  const statuses = await connectedPage.evaluate(async (id) => {
    const post = (body: unknown, authorization?: string) =>
      insitu.fetch(`${insitu.baseURL}/chat/completions`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(authorization === undefined ? {} : { authorization }),
        },
        body: JSON.stringify(body),
      });
    const { key } = await insitu.createKey({ name: "errors" });
    const message = (content: string) => [{ role: "user", content }];
    const responses = [
      await post({ model: id, messages: message("hi") }),
      await post({ model: id, messages: message("hi") }, "Bearer sk-insitu-wrong"),
      await post({ model: "gpt-5", messages: message("hi") }, `Bearer ${key}`),
      await post({ model: id, stream: true, messages: message("long ".repeat(2000)) }, `Bearer ${key}`),
    ];
    return Promise.all(
      responses.map(async (response) => ({
        status: response.status,
        body: (await response.json()).error.code,
      })),
    );
  }, model);
  expect(statuses).toEqual([
    { status: 401, body: "invalid_api_key" },
    { status: 401, body: "invalid_api_key" },
    { status: 400, body: "model_not_found" },
    { status: 400, body: "context_length_exceeded" },
  ]);
});
