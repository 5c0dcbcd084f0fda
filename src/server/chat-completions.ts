/** `POST /chat/completions`: parse the request, wait for its admission, then stream the reply or complete it. */
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
import { startGeneration, type Generation } from "./generation.ts";
import { ignoredFieldsHeader } from "./ignored-fields.ts";
import { keepAliveBody, within, type KeepAliveBodyOptions } from "./keep-alive-body.ts";
import { readAhead } from "./read-ahead.ts";
import { DEFAULT_TIMING, type Services, type Timing } from "./services.ts";
import { streamReply } from "./stream-reply.ts";
import { CLIENT_CLOSED_REQUEST } from "./to-api-error.ts";

/** A reply under way, in either form. */
interface PendingReply {
  readonly exchange: Exchange;
  readonly generation: Generation;
  readonly timing: Timing;
  /** False where headers had to be sent before the admission came. */
  readonly admitted: boolean;
  /** Milliseconds until headers must be sent. */
  timeLeft(): number;
  /** Waits for the admission. */
  head(): Promise<CompletionHead>;
}

/** @throws {import("../openai/error.ts").ApiError} for every fault that is found before the headers are sent */
export async function createChatCompletion(
  exchange: Exchange,
  services: Services,
  engine: Engine,
  owner: string,
): Promise<Response> {
  const chatRequest = await parse(exchange, services);
  const reply = await admit(exchange, services, engine, { owner, chatRequest });
  return chatRequest.stream ? stream(reply, chatRequest.includeUsage) : complete(reply);
}

async function parse(exchange: Exchange, { config, installedModels }: Services): Promise<ChatRequest> {
  const body = await readJsonBody(exchange.request, config.limits.body_bytes);
  const installed = await installedModels();
  const parsing = parseChatRequest(body, {
    identity: config.identity,
    model: (id) => installed.get(id),
    images: { origin: exchange.url.origin, allowedHosts: config.images.allowed_hosts },
  });
  const chatRequest = await runSliced(parsing);
  const ignored = ignoredFieldsHeader(chatRequest.ignoredFields);
  if (ignored !== undefined) exchange.headers.set("x-ignored-fields", ignored);
  return chatRequest;
}

/** Starts the generation and waits for its admission, but no longer than headers may wait. */
async function admit(
  exchange: Exchange,
  services: Services,
  engine: Engine,
  { owner, chatRequest }: { readonly owner: string; readonly chatRequest: ChatRequest },
): Promise<PendingReply> {
  const { request, startedAt } = exchange;
  const { model, conversation } = chatRequest;
  const timing = { ...DEFAULT_TIMING, ...services.timing };
  const timeLeft = () => Math.max(0, startedAt + timing.headersTimeoutMs - services.now());
  const id = completionId(dispatchId(request.headers));
  const generation = startGeneration(engine, { id, owner, model, conversation }, request.signal);
  exchange.attach(generation);
  const identity = await within(generation.admit(), timeLeft());
  if (identity !== undefined) {
    exchange.headers.set("x-insitu-engine", `${identity.name}/${identity.version}`);
  }
  const head = async () => ({
    id,
    created: Math.floor(startedAt / 1000),
    model,
    system_fingerprint: fingerprint(model, await generation.admit(), services.build),
  });
  return { exchange, generation, timing, admitted: identity !== undefined, timeLeft, head };
}

function stream(reply: PendingReply, includeUsage: boolean): Response {
  const { exchange, generation, timing } = reply;
  const frames = streamReply({
    // The engine serves one request at a time: a client that stops reading must not keep the others waiting.
    parts: readAhead(generation.parts()),
    includeUsage,
    admitted: reply.admitted,
    head: reply.head,
    exchange,
    errorFrameDelayMs: timing.errorFrameDelayMs,
  });
  const idleText = encodeComment("keep-alive");
  return new Response(
    keepAliveBody(frames, { idleText, idleIntervalMs: timing.keepAliveIntervalMs, cancel: giveUp(exchange) }),
    {
      headers: { "content-type": EVENT_STREAM },
    },
  );
}

/** JSON at once; or, for a long reply, headers in time, and the JSON text later, after white space. */
async function complete({ exchange, generation, timing, timeLeft, head }: PendingReply): Promise<Response> {
  const completion = (async () => {
    const started = await head();
    const collected = await collectReply(generation.parts());
    await exchange.settle(200);
    return JSON.stringify(chatCompletion(started, collected));
  })();
  const inTime = await within(completion, timeLeft());

  const late = async function* (): AsyncGenerator<string> {
    // White space is legal before JSON, and some browsers resolve `fetch` only when the body's first byte has come.
    yield " ";
    try {
      yield await completion;
    } catch (error) {
      await exchange.fail(error);
      throw error;
    }
  };
  const options = { idleText: " ", idleIntervalMs: timing.whiteSpaceIntervalMs, cancel: giveUp(exchange) };
  return new Response(inTime ?? keepAliveBody(late(), options), {
    headers: { "content-type": "application/json" },
  });
}

function giveUp(exchange: Exchange): KeepAliveBodyOptions["cancel"] {
  return () => void exchange.settle(CLIENT_CLOSED_REQUEST);
}

/** OpenAI's field for everything that a reply depends on besides the request. */
function fingerprint(model: string, { name, version }: EngineIdentity, build: string): string {
  return `fp_${model}_${name}-${version}_${build}`;
}
