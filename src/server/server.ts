/**
 * The service as a function from a request to a response. It knows no service worker and runs in Node as
 * it is.
 */
import type { Config } from "../config/schema.ts";
import type { Engine } from "../contract/engine.ts";
import { ApiError } from "../openai/error.ts";
import type { Caller, EffectiveLimits } from "../store/store.ts";
import { authenticate } from "./authenticate.ts";
import { createChatCompletion } from "./chat-completions.ts";
import { dispatchId } from "./dispatch-id.ts";
import { Exchange } from "./exchange.ts";
import { listModels, showModel } from "./models.ts";
import { checkAllowance, rateLimitHeaders } from "./rate-limit.ts";
import { readStorage } from "./read-storage.ts";
import { findRoute } from "./routes.ts";
import type { Services } from "./services.ts";
import { toApiError } from "./to-api-error.ts";

export type Server = (request: Request, engine: Engine) => Promise<Response>;

/**
 * Makes the server. It answers every request, also one that is none of its business: nothing that reaches
 * it may go on to the network. The returned function never rejects.
 */
export function createServer(services: Services): Server {
  return async (request, engine) => {
    const exchange = new Exchange(request, services);
    let response: Response;
    try {
      response = await handle(exchange, engine);
    } catch (error) {
      response = errorResponse(exchange, error);
    }
    for (const [name, value] of exchange.headers) response.headers.set(name, value);
    if (!exchange.replying) await exchange.record(response.status, { promptTokens: 0, completionTokens: 0 });
    return response;
  };
}

/** The checks in the contract's order: each one may hide what comes after it, and none what is before. */
async function handle(exchange: Exchange, engine: Engine): Promise<Response> {
  const { request, services, url } = exchange;
  const { config, store, basePath } = services;
  if (request.mode === "navigate") {
    throw new ApiError(403, "This address is an API: it cannot be opened as a page.");
  }
  const caller = await authenticate(request.headers, store);
  const limits = effectiveLimits(caller, config);
  exchange.identify(caller, limits);
  const allowance = await store.takeRequest(caller, limits, dispatchId(request.headers));
  exchange.addHeaders(rateLimitHeaders(allowance));
  if (!allowance.saved) exchange.headers.set("x-insitu-unsaved", "limits, usage, log");
  const route = findRoute(request.method, url.pathname, basePath);
  checkAllowance(allowance, route.name === "chat-completions");
  switch (route.name) {
    case "chat-completions":
      return createChatCompletion(exchange, engine, caller.id);
    case "models":
      return listModels(await readStorage(services.installedModels()), await services.modelStates());
    case "model":
      return showModel(await readStorage(services.installedModels()), await services.modelStates(), route.id);
  }
}

/** The workspace's limits, else the deployment's; whether they refill is the deployment's to say. */
function effectiveLimits({ limits }: Caller, { limits: deployment }: Config): EffectiveLimits {
  return {
    requestsPerMinute: limits?.requestsPerMinute ?? deployment.requests_per_minute,
    tokensPerMinute: limits?.tokensPerMinute ?? deployment.tokens_per_minute,
    refill: deployment.refill ?? true,
  };
}

function errorResponse(exchange: Exchange, error: unknown): Response {
  const apiError = toApiError(error);
  if (apiError.status >= 500) exchange.report("A request failed.", error);
  return Response.json(apiError.toBody(), { status: apiError.status, headers: { ...apiError.headers } });
}
