/** `POST /chat/completions`. */
import type { Engine } from "../contract/engine.ts";
import type { EngineIdentity } from "../contract/engine-identity.ts";
import { chatCompletion, type CompletionHead } from "../openai/completion.ts";
import { completionId } from "../openai/id.ts";
import { parseChatRequest, type ChatRequest } from "../openai/request.ts";
import { runSliced } from "../openai/sliced.ts";
import { encodeComment, EVENT_STREAM } from "../openai/sse.ts";
import { readJsonBody } from "./body.ts";
import { collectReply } from "./collect-reply.ts";
import { dispatchId } from "./dispatch-id.ts";
import type { Exchange } from "./exchange.ts";
import { Generation } from "./generation.ts";
import { ignoredFieldsHeader } from "./ignored-fields.ts";
import { liveBody, within } from "./live-body.ts";
import { readAhead } from "./read-ahead.ts";
import { readStorage } from "./read-storage.ts";
import { DEFAULT_TIMING, type Timing } from "./services.ts";
import { streamReply } from "./stream-reply.ts";
import { CLIENT_CLOSED_REQUEST, toApiError } from "./to-api-error.ts";

/** What both forms of a reply work with. */
interface Reply {
  readonly generation: Generation;
  readonly timing: Timing;
  /** Milliseconds left before headers must be sent. */
  readonly left: () => number;
  readonly head: () => Promise<CompletionHead>;
}

/** @throws {import("../openai/error.ts").ApiError} for whatever is wrong before the headers are sent */
export async function createChatCompletion(
  exchange: Exchange,
  engine: Engine,
  owner: string,
): Promise<Response> {
  const { request, services } = exchange;
  const { config } = services;
  const body = await readJsonBody(request, config.limits.body_bytes);
  const installed = await readStorage(services.installedModels());
  const parsing = parseChatRequest(body, {
    identity: config.identity,
    model: (id) => installed.get(id),
    images: { origin: exchange.url.origin, allowedHosts: config.images.allowed_hosts },
  });
  const chatRequest = await runSliced(parsing);
  const ignored = ignoredFieldsHeader(chatRequest.ignoredFields);
  if (ignored !== undefined) exchange.headers.set("x-ignored-fields", ignored);

  const id = completionId(dispatchId(request.headers));
  const { model, conversation } = chatRequest;
  const generation = new Generation(engine, { id, owner, model, conversation }, request.signal);
  const timing = { ...DEFAULT_TIMING, ...services.timing };
  const reply: Reply = {
    generation,
    timing,
    left: () => Math.max(0, exchange.startedAt + timing.headers - services.now()),
    head: async () => ({
      id,
      created: Math.floor(exchange.startedAt / 1000),
      model,
      system_fingerprint: fingerprint(model, await generation.admit(), services.build),
    }),
  };
  try {
    return await (chatRequest.stream ? stream(exchange, reply, chatRequest) : complete(exchange, reply));
  } catch (error) {
    generation.cancel();
    await exchange.record(toApiError(error).status, generation.usage);
    throw error;
  }
}

async function stream(exchange: Exchange, reply: Reply, { includeUsage }: ChatRequest): Promise<Response> {
  const { generation, timing, left, head } = reply;
  const engine = await within(generation.admit(), left());
  nameEngine(exchange, engine);
  const frames = streamReply({
    // The engine works for one request at a time: a client that stops reading must not keep the others waiting.
    parts: readAhead(generation.parts()),
    includeUsage,
    late: engine === undefined,
    head,
    finished: () => exchange.record(200, generation.usage),
    failed: (error, status) => fail(exchange, generation, error, status),
    lastFrame: () => new Promise((resolve) => setTimeout(resolve, timing.lastFrame)),
  });
  const idleText = encodeComment("keep-alive");
  const source = liveBody(frames, {
    idleText,
    idleAfter: timing.keepAlive,
    cancel: giveUp(exchange, generation),
  });
  return respond(exchange, source, EVENT_STREAM);
}

/** JSON at once, or, for a long reply, headers in time and the JSON text later, after white space. */
async function complete(exchange: Exchange, reply: Reply): Promise<Response> {
  const { generation, timing, left, head } = reply;
  const completion = (async () => {
    const started = await head();
    const collected = await collectReply(generation.parts());
    await exchange.record(200, generation.usage);
    return JSON.stringify(chatCompletion(started, collected));
  })();
  const inTime = await within(completion, left());
  const admitted = await within(generation.admit(), 0);
  nameEngine(exchange, admitted);
  if (inTime !== undefined) return respond(exchange, inTime, "application/json");

  const late = async function* (): AsyncGenerator<string> {
    // White space is legal before JSON, and some browsers show a response only when a byte of it is there.
    yield " ";
    try {
      yield await completion;
    } catch (error) {
      await fail(exchange, generation, error, toApiError(error).status);
      throw error;
    }
  };
  completion.catch(() => {});
  const cancel = giveUp(exchange, generation);
  return respond(
    exchange,
    liveBody(late(), { idleText: " ", idleAfter: timing.whiteSpace, cancel }),
    "application/json",
  );
}

function respond(exchange: Exchange, body: BodyInit, type: string): Response {
  exchange.replying = true;
  return new Response(body, { headers: { "content-type": type } });
}

async function fail(
  exchange: Exchange,
  generation: Generation,
  error: unknown,
  status: number,
): Promise<void> {
  generation.cancel();
  if (status >= 500) exchange.report("A generation failed after its headers were sent.", error);
  await exchange.record(status, generation.usage);
}

function giveUp(exchange: Exchange, generation: Generation) {
  return () => {
    generation.cancel();
    void exchange.record(CLIENT_CLOSED_REQUEST, generation.usage);
  };
}

function nameEngine(exchange: Exchange, engine: EngineIdentity | undefined): void {
  if (engine !== undefined) exchange.headers.set("x-insitu-engine", `${engine.name}/${engine.version}`);
}

/** OpenAI's field for what a reply depends on besides the request. */
function fingerprint(model: string, { name, version }: EngineIdentity, build: string): string {
  return `fp_${model}_${name}-${version}_${build}`;
}
