/** Rules for the answer to every request, however hostile. */
import * as z from "zod/mini";

/** Errors quote the client's input and clients read them whole, so they must stay short. */
const MAX_ERROR_BYTES = 8_000;

const errorSchema = z.strictObject({
  error: z.strictObject({
    message: z.string().check(z.minLength(1)),
    type: z.enum(["invalid_request_error", "requests", "tokens", "server_error"]),
    param: z.nullable(z.string()),
    code: z.nullable(z.string()),
  }),
});

const messageSchema = z.object({
  content: z.string(),
  tool_calls: z.optional(z.array(z.object({ function: z.object({ arguments: z.string() }) }))),
});
const completionSchema = z.object({
  object: z.literal("chat.completion"),
  choices: z.tuple([z.object({ message: messageSchema })]),
});
const deltaSchema = z.partial(messageSchema);
const chunkSchema = z.object({
  object: z.literal("chat.completion.chunk"),
  choices: z.array(z.object({ delta: deltaSchema, finish_reason: z.nullable(z.string()) })),
});

/** The possible statuses for a hostile body; all other parts of the request are valid. */
export type BodyStatus = 200 | 400 | 413;

/** @throws if `response` is not an error of the client, in OpenAI's form */
export async function checkRefusal(response: Response): Promise<BodyStatus> {
  const { status, headers } = response;
  if (!/^req_[0-9a-f]{32}$/.test(headers.get("x-request-id") ?? ""))
    throw new Error("The request id is missing.");
  const bytes = new Uint8Array(await response.arrayBuffer());
  const shown = new TextDecoder().decode(bytes.subarray(0, MAX_ERROR_BYTES));
  if (bytes.length >= MAX_ERROR_BYTES) throw new Error(`The error has ${bytes.length} bytes: ${shown}`);
  if (status !== 400 && status !== 413) throw new Error(`The status is ${status}: ${shown}`);
  const { error } = errorSchema.parse(JSON.parse(shown));
  if (!error.message.isWellFormed()) throw new Error(`Not every JSON parser takes this: ${shown}`);
  return status;
}

/** The reply's text, or the arguments of its only call. @throws if the reply is incomplete */
export async function readReply(response: Response): Promise<string> {
  const body = await response.text();
  if (response.headers.get("content-type") === "application/json") {
    return textOf(completionSchema.parse(JSON.parse(body)).choices[0].message);
  }
  const frames = body.split("\n\n");
  if (!body.endsWith("data: [DONE]\n\n")) throw new Error("The stream does not end with [DONE].");
  const chunks = frames
    .filter((frame) => frame.startsWith("data: {"))
    .map((frame) => chunkSchema.parse(JSON.parse(frame.slice("data: ".length))));
  const choices = chunks.flatMap((chunk) => chunk.choices);
  if (choices.filter((choice) => choice.finish_reason !== null).length !== 1) {
    throw new Error("The stream does not have exactly one finish reason.");
  }
  return choices.map(({ delta }) => textOf(delta)).join("");
}

function textOf({ content = "", tool_calls: calls = [] }: z.infer<typeof deltaSchema>): string {
  return content + calls.map((call) => call.function.arguments).join("");
}
