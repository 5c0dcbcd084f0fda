/** One request and what is known of it so far: what every response to it says, and what the log keeps. */
import { requestId } from "../openai/id.ts";
import type { Caller, EffectiveLimits } from "../store/store.ts";
import type { Services } from "./services.ts";

const LONGEST_PATH = 200;

export class Exchange {
  readonly id = requestId();
  readonly url: URL;
  readonly startedAt: number;
  /** Headers of the response, whatever it will be. */
  readonly headers = new Headers({ "x-request-id": this.id, "cache-control": "no-store" });
  /** Set while a reply goes on after its response was returned: it is recorded when it ends. */
  replying = false;
  #caller: { readonly id: string; readonly workspace: string; readonly limits: EffectiveLimits } | null =
    null;
  #recorded: Promise<void> | undefined;

  constructor(
    readonly request: Request,
    readonly services: Services,
  ) {
    this.url = new URL(request.url);
    this.startedAt = services.now();
  }

  identify({ id, workspace }: Caller, limits: EffectiveLimits): void {
    this.#caller = { id, workspace, limits };
  }

  addHeaders(headers: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(headers)) this.headers.set(name, value);
  }

  report(problem: string, cause: unknown): void {
    if (this.services.report === undefined) console.error(problem, cause);
    else this.services.report(problem, cause);
  }

  /** Debits, counts and logs the request once; later calls wait for the first. Never rejects. */
  record(
    status: number,
    tokens: { readonly promptTokens: number; readonly completionTokens: number },
  ): Promise<void> {
    const { services } = this;
    this.#recorded ??= services.store
      .record({
        caller: this.#caller,
        key: this.#caller?.id ?? null,
        at: this.startedAt,
        requestId: this.id,
        method: this.request.method.slice(0, 16),
        path: this.url.pathname.slice(0, LONGEST_PATH),
        status,
        durationMs: Math.max(0, services.now() - this.startedAt),
        promptTokens: tokens.promptTokens,
        completionTokens: tokens.completionTokens,
      })
      // A reply is not lost because its log line could not be written.
      .catch((error: unknown) => this.report("A request could not be recorded.", error));
    return this.#recorded;
  }
}
