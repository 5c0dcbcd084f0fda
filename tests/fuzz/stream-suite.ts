/** Streams cut at arbitrary bytes, as by a network: the stock SDK reads the same reply. */
import fc from "fast-check";
import OpenAI from "openai";
import { createTestService } from "../../src/server/testing/test-service.ts";
import { echo } from "./echo.ts";
import { runProperty } from "./run-property.ts";
import { type FuzzVerdict, type SuiteOptions, UNLIMITED } from "./suite.ts";
import { text } from "./texts.ts";

const TIMEOUT_MS = 10_000;

interface Cut {
  readonly content: string;
  readonly asCall: boolean;
  /** Lengths of the pieces, in a cycle: `[1]` is byte by byte. */
  readonly lengths: readonly number[];
}

const cuts: fc.Arbitrary<Cut> = fc.record({
  content: fc.array(text, { maxLength: 8 }).map((texts) => texts.join("")),
  asCall: fc.boolean(),
  lengths: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 }),
});

export async function runStreamSuite(options: SuiteOptions): Promise<FuzzVerdict> {
  const service = await createTestService({
    limits: UNLIMITED,
  });
  service.engine.script = echo;
  let lengths: readonly number[] = [1];
  const client = new OpenAI({
    baseURL: "https://example.org/app/v1",
    apiKey: service.key,
    maxRetries: 0,
    fetch: async (url, init) => recut(await service.server(new Request(url, init), service.engine), lengths),
  });

  const property = fc.asyncProperty(cuts, async (cut) => {
    lengths = cut.lengths;
    service.engine.requests.length = 0;
    const reply = await readThroughSdk(client, cut);
    const expected = cut.content.toWellFormed();
    if (reply !== expected) throw new Error(`The SDK reads ${JSON.stringify(reply)}.`);
  });
  const verdict = await runProperty(property, { ...options, timeLimit: TIMEOUT_MS });
  return { ...verdict, text: `streams cut at random: ${verdict.passed} read the same${verdict.text}` };
}

/** @throws if the SDK does, or the stream ends wrongly */
async function readThroughSdk(client: OpenAI, { content, asCall }: Cut): Promise<string> {
  const stream = await client.chat.completions.create({
    model: "chat",
    messages: [{ role: "user", content }],
    stream: true,
    stream_options: { include_usage: true },
    ...(asCall ? { tools: [{ type: "function", function: { name: "echo" } }], tool_choice: "required" } : {}),
  });
  let joined = "";
  let finish: string | undefined;
  let total: number | undefined;
  for await (const { choices, usage } of stream) {
    const [choice] = choices;
    joined += choice?.delta.content ?? "";
    joined += choice?.delta.tool_calls?.[0]?.function?.arguments ?? "";
    finish ??= choice?.finish_reason ?? undefined;
    total ??= usage?.total_tokens;
  }
  if (finish !== (asCall ? "tool_calls" : "stop")) throw new Error(`The finish reason is ${finish}.`);
  if (total !== 2) throw new Error("The usage is missing.");
  return joined;
}

/** The same response with its body in pieces of `lengths` bytes. */
async function recut(response: Response, lengths: readonly number[]): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = lengths[pieces.length % lengths.length] ?? 1;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  const body = new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
  return new Response(body, response);
}
