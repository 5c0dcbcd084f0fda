/** `POST /chat/completions`: parse the request, wait for its admission, then stream the reply or complete it. */
import type { Engine } from "../contract/engine.ts";
import { completionId } from "../openai/id.ts";
import { parseChatRequest, type ChatRequest } from "../openai/request.ts";
import { runSliced } from "../util/sliced.ts";
import { within } from "../util/within.ts";
import { encodeComment, EVENT_STREAM } from "../openai/sse.ts";
import { readJsonBody } from "./body.ts";
import { completeReply } from "./complete-reply.ts";
import { dispatchId } from "./dispatch-id.ts";
import { engineHeader, systemFingerprint } from "./engine-names.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { type Generation, startGeneration } from "./generation.ts";
import { ignoredFieldsHeader } from "./ignored-fields.ts";
import { keepAliveBody } from "./keep-alive-body.ts";
import { readAhead } from "./read-ahead.ts";
import { DEFAULT_TIMING, type Services } from "./services.ts";
import { streamReply } from "./stream-reply.ts";
import { CLIENT_CLOSED_REQUEST } from "./to-api-error.ts";

/**
 * @param owner the caller's key, by its id
 * @throws {import("../openai/error.ts").ApiError} for every fault that is found before headers must be sent
 */
export async function createChatCompletion(
  exchange: HttpExchange,
  services: Services,
  engine: Engine,
  owner: string,
): Promise<Response> {
  const chatRequest = await parse(exchange, services);
  const admission = await admit(exchange, services, engine, { owner, chatRequest });
  return chatRequest.stream
    ? stream(exchange, admission, chatRequest.includeUsage)
    : complete(exchange, admission);
}

async function parse(exchange: HttpExchange, { config, installedModels }: Services): Promise<ChatRequest> {
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
  exchange: HttpExchange,
  services: Services,
  engine: Engine,
  { owner, chatRequest }: { readonly owner: string; readonly chatRequest: ChatRequest },
) {
  const { request, startedAt } = exchange;
  const { model, conversation } = chatRequest;
  const timing = { ...DEFAULT_TIMING, ...services.timing };
  const timeLeft = () => Math.max(0, startedAt + timing.headersTimeoutMs - services.now());
  const id = completionId(dispatchId(request.headers));
  const generation = startGeneration(engine, { id, owner, model, conversation }, request.signal);
  exchange.attach(generation);
  const identity = await within(generation.admit(), timeLeft());
  nameEngine(exchange, generation);
  return {
    generation,
    timing,
    /** False if headers must be sent before the admission. */
    admitted: identity !== undefined,
    /** Milliseconds until headers must be sent. */
    timeLeft,
    /** Waits for the admission. Names the engine that generates the reply, once it has begun; before, the chosen one. */
    head: async () => {
      const chosen = await generation.admit();
      const engine = generation.engine ?? chosen;
      return {
        id,
        created: Math.floor(startedAt / 1000),
        model,
        system_fingerprint: systemFingerprint(model, engine, services.build),
      };
    },
  };
}

type Admission = Awaited<ReturnType<typeof admit>>;

function stream(exchange: HttpExchange, admission: Admission, includeUsage: boolean): Response {
  const { generation, admitted, head, timing } = admission;
  const frames = streamReply({
    // The engine serves one request at a time: a client that stops reading must not keep the others waiting.
    parts: readAhead(generation.parts()),
    includeUsage,
    admitted,
    head,
    exchange,
    errorFrameDelayMs: timing.errorFrameDelayMs,
  });
  const body = keepAliveBody(frames, {
    idleText: encodeComment("keep-alive"),
    idleIntervalMs: timing.keepAliveIntervalMs,
    cancel: () => void exchange.settle(CLIENT_CLOSED_REQUEST),
  });
  return new Response(body, { headers: { "content-type": EVENT_STREAM } });
}

async function complete(exchange: HttpExchange, admission: Admission): Promise<Response> {
  const { generation, head, timing, timeLeft } = admission;
  try {
    const body = await completeReply({
      parts: generation.parts(),
      head,
      exchange,
      headersTimeoutMs: timeLeft(),
      whiteSpaceIntervalMs: timing.whiteSpaceIntervalMs,
    });
    return new Response(body, { headers: { "content-type": "application/json" } });
  } finally {
    // Since the admission, the model has been loaded, perhaps by another engine.
    nameEngine(exchange, generation);
  }
}

/** Sets the header that names the engine, if it is known. */
function nameEngine({ headers }: HttpExchange, { engine }: Pick<Generation, "engine">): void {
  if (engine !== undefined) headers.set("x-insitu-engine", engineHeader(engine));
}
