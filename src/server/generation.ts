/** One generation as the server sees it: it admits, pulls, cancels, and keeps count. */
import type { Engine } from "../contract/engine.ts";
import type { EngineIdentity } from "../contract/engine-identity.ts";
import type { GenerateRequest } from "../contract/generate-request.ts";
import type { StreamPart, Usage } from "../contract/stream-part.ts";
import { EngineError } from "../contract/engine-error.ts";

export type Admitted = Extract<StreamPart, { type: "admitted" }>;
/** What follows the admission. */
export type ReplyPart = Exclude<StreamPart, Admitted>;

export class Generation {
  readonly #abort = new AbortController();
  readonly #iterator: AsyncIterator<StreamPart>;
  #admission: Promise<EngineIdentity> | undefined;
  #promptTokens = 0;
  #pieces = 0;
  /** Whether the prompt was worked on: not while it waits for its turn or for the weights. */
  #worked = false;
  #usage: Usage | undefined;

  constructor(engine: Engine, request: GenerateRequest, signal: AbortSignal) {
    const either = AbortSignal.any([signal, this.#abort.signal]);
    this.#iterator = engine.generate(request, either)[Symbol.asyncIterator]();
  }

  /**
   * Waits until the engine takes the request; asked again, gives the same answer.
   * @throws {EngineError} where the engine refuses it
   */
  admit(): Promise<EngineIdentity> {
    this.#admission ??= this.#admit();
    return this.#admission;
  }

  async #admit(): Promise<EngineIdentity> {
    for (;;) {
      const { done, value } = await this.#iterator.next();
      if (done === true) throw unfinished();
      if (value.type === "waiting") continue;
      if (value.type !== "admitted") throw new EngineError("failed", "The engine began without admission.");
      this.#promptTokens = value.promptTokens;
      return value.engine;
    }
  }

  /**
   * The parts of the generation once it is admitted. Pulling the first one starts it.
   * @throws {EngineError} where it is not admitted, or the reply does not come to its finish
   */
  async *parts(): AsyncGenerator<ReplyPart> {
    try {
      await this.admit();
      for (;;) {
        const { done, value } = await this.#iterator.next();
        if (done === true) throw unfinished();
        if (value.type === "admitted") continue;
        if (value.type !== "waiting" || value.phase === "prefill") this.#worked = true;
        if (value.type === "text" || value.type === "tool-arguments") this.#pieces += 1;
        if (value.type === "finish") this.#usage = value.usage;
        yield value;
        if (value.type === "finish") return;
      }
    } finally {
      await this.#iterator.return?.();
    }
  }

  /** Ends the generation; whoever waits for a part sees it fail. */
  cancel(): void {
    this.#abort.abort();
    // A generator that waits answers only after its wait; nobody needs that answer.
    this.#iterator.return?.().catch(() => {});
  }

  /**
   * What was used: the engine's own count once there is one, else the prompt, if it was worked on, and one
   * token for each piece of text that arrived.
   */
  get usage(): Usage {
    if (this.#usage !== undefined) return this.#usage;
    const promptTokens = this.#worked ? this.#promptTokens : 0;
    return { promptTokens, cachedTokens: 0, completionTokens: this.#pieces };
  }
}

function unfinished(): EngineError {
  return new EngineError("failed", "The engine ended the reply without finishing it.");
}
