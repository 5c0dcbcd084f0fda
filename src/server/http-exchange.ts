/** One request from its arrival to its end: the headers of its response, and the one record of how it ended. */
import type { ApiError } from "../openai/error.ts";
import { requestId } from "../openai/id.ts";
import type { Caller, EffectiveLimits } from "../store/store.ts";
import type { Generation } from "./generation.ts";
import type { Services } from "./services.ts";
import { toApiError } from "./to-api-error.ts";

const MAX_METHOD_LENGTH = 16;
const MAX_PATH_LENGTH = 200;
const NO_TOKENS = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 };

export interface HttpExchangeDependencies extends Pick<Services, "now" | "report"> {
  readonly store: Pick<Services["store"], "record">;
}

export interface HttpExchange {
  readonly request: Request;
  readonly url: URL;
  /** Time of arrival, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Headers that every response to the request carries. */
  readonly headers: Headers;
  /** Sets the caller that the request is charged to. */
  identify(caller: Caller, limits: EffectiveLimits): void;
  /** Sets the generation of the reply: `settle` charges for it, and cancels it unless the reply succeeded. */
  attach(generation: Pick<Generation, "cancel" | "usage">): void;
  /**
   * Ends the exchange: cancels the generation of a reply that did not succeed, reports a status of 500 or more, then
   * debits, counts and logs the request. Only the first call counts; later ones wait for it. Never rejects.
   *
   * @param status the response's status; after the headers were sent, the status that they would have had
   * @param cause the error behind a status of 500 or more
   */
  settle(status: number, cause?: unknown): Promise<void>;
  /** Settles with the status that `error` maps to, and returns the error to send. Never rejects. */
  fail(error: unknown): Promise<ApiError>;
}

/** Opens an exchange at the request's arrival. */
export function createHttpExchange(request: Request, dependencies: HttpExchangeDependencies): HttpExchange {
  const { store, now, report = (problem, cause) => console.error(problem, cause) } = dependencies;
  const id = requestId();
  const url = new URL(request.url);
  const startedAt = now();
  let charged: { readonly id: string; readonly workspace: string; readonly limits: EffectiveLimits } | null =
    null;
  let generation: Pick<Generation, "cancel" | "usage"> | undefined;
  let settled: Promise<void> | undefined;

  async function end(status: number, cause: unknown): Promise<void> {
    if (status >= 400) generation?.cancel();
    if (status >= 500) report(`The request ${id} failed with status ${status}.`, cause);
    const { promptTokens, cachedTokens, completionTokens } = generation?.usage ?? NO_TOKENS;
    try {
      await store.record({
        caller: charged,
        key: charged?.id ?? null,
        at: startedAt,
        requestId: id,
        method: request.method.slice(0, MAX_METHOD_LENGTH),
        path: url.pathname.slice(0, MAX_PATH_LENGTH),
        status,
        durationMs: Math.max(0, now() - startedAt),
        promptTokens,
        cachedTokens,
        completionTokens,
      });
    } catch (error) {
      // A reply is not lost because its log row could not be written.
      report(`The request ${id} could not be recorded.`, error);
    }
  }

  const settle = (status: number, cause?: unknown) => (settled ??= end(status, cause));

  return {
    request,
    url,
    startedAt,
    headers: new Headers({ "x-request-id": id, "cache-control": "no-store" }),
    identify(caller, limits) {
      charged = { id: caller.id, workspace: caller.workspace, limits };
    },
    attach(started) {
      generation = started;
    },
    settle,
    async fail(error) {
      const apiError = toApiError(error);
      await settle(apiError.status, error);
      return apiError;
    },
  };
}
