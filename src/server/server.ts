/**
 * The service as a function from a request to a response. It uses nothing of a service worker, so it runs in
 * Node too.
 */
import type { Config } from "../config/schema.ts";
import type { Engine } from "../contract/engine.ts";
import { ApiError } from "../openai/error.ts";
import type { Caller, EffectiveLimits } from "../store/store.ts";
import { authenticate } from "./authenticate.ts";
import { createChatCompletion } from "./chat-completions.ts";
import { dispatchId } from "./dispatch-id.ts";
import { createHttpExchange, type HttpExchange } from "./http-exchange.ts";
import { modelListResponse, modelResponse } from "./models.ts";
import { checkAllowance, rateLimitHeaders } from "./rate-limit.ts";
import { readStorage } from "./read-storage.ts";
import { findRoute } from "./routes.ts";
import type { Services } from "./services.ts";

/** Answers one request; the engine generates the reply to a chat request. */
export type Server = (request: Request, engine: Engine) => Promise<Response>;

/**
 * Makes the server. It answers every request, known or not: nothing that reaches it may go on to the network. The
 * returned function never rejects.
 */
export function createServer(services: Services): Server {
  const guarded: Services = {
    ...services,
    installedModels: () => readStorage(services.installedModels()),
  };
  return async (request, engine) => {
    const exchange = createHttpExchange(request, services);
    const response = await answer(exchange, guarded, engine).catch((error: unknown) =>
      errorResponse(exchange, error),
    );
    for (const [name, value] of exchange.headers) response.headers.set(name, value);
    return response;
  };
}

/** The checks, in the order that `server.test.ts` asserts: a failed check hides the faults that later ones would find. */
async function answer(exchange: HttpExchange, services: Services, engine: Engine): Promise<Response> {
  const { request, url } = exchange;
  const { config, store, basePath } = services;
  if (request.mode === "navigate") {
    throw new ApiError(403, "This URL belongs to an API: it cannot be opened as a page.");
  }
  const caller = await authenticate(request.headers, store);
  const limits = effectiveLimits(caller, config);
  exchange.identify(caller, limits);
  const allowance = await store.takeRequest(caller, limits, dispatchId(request.headers));
  for (const [name, value] of Object.entries(rateLimitHeaders(allowance))) exchange.headers.set(name, value);
  if (!allowance.saved) exchange.headers.set("x-insitu-unsaved", "limits, usage, log");
  const route = findRoute(request.method, url.pathname, basePath);
  checkAllowance(allowance, route.name === "chat-completions");
  if (route.name === "chat-completions") {
    return createChatCompletion(exchange, services, engine, caller.id);
  }
  const [models, hosted] = [await services.installedModels(), await services.hostedModels()];
  const response =
    route.name === "models" ? modelListResponse(models, hosted) : modelResponse(models, hosted, route.id);
  await exchange.settle(response.status);
  return response;
}

/** The workspace's limits, or else the deployment's; only the deployment decides if they refill. */
function effectiveLimits({ limits }: Caller, { limits: deployment }: Config): EffectiveLimits {
  return {
    requestsPerMinute: limits?.requestsPerMinute ?? deployment.requests_per_minute,
    tokensPerMinute: limits?.tokensPerMinute ?? deployment.tokens_per_minute,
    refill: deployment.refill ?? true,
  };
}

async function errorResponse(exchange: HttpExchange, error: unknown): Promise<Response> {
  const apiError = await exchange.fail(error);
  return Response.json(apiError.toBody(), { status: apiError.status, headers: { ...apiError.headers } });
}
