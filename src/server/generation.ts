/** One generation as the server uses it: admission, parts, cancelling, and a count of the tokens used. */
import type { Engine } from "../contract/engine.ts";
import type { EngineIdentity } from "../contract/engine-identity.ts";
import type { GenerateRequest } from "../contract/generate-request.ts";
import type { StreamPart, Usage } from "../contract/stream-part.ts";
import { EngineError } from "../contract/engine-error.ts";

/** A part of the reply itself. */
export type ReplyPart = Exclude<StreamPart, { type: "admitted" | "started" }>;

export interface Generation {
  /**
   * Waits until the engine admits the request. Every call returns the same promise.
   * @throws {EngineError} if the engine refuses it
   */
  admit(): Promise<EngineIdentity>;
  /** The engine that generates the reply or, until that has started, is to generate it. Undefined before the admission. */
  readonly engine: EngineIdentity | undefined;
  /**
   * The parts of the reply, once the request is admitted. Pulling the first one starts it.
   * @throws {EngineError} if the request is not admitted, or the reply ends without `finish`
   */
  parts(): AsyncGenerator<ReplyPart>;
  /** Ends the generation; a pending pull rejects. */
  cancel(): void;
  /**
   * Tokens used so far: the engine's own count once it has finished; before that the prompt's tokens, if its prefill
   * has begun, and one token for each piece of text that has arrived.
   */
  readonly usage: Usage;
}

/** @param signal cancels the generation too */
export function startGeneration(engine: Engine, request: GenerateRequest, signal: AbortSignal): Generation {
  const cancelled = new AbortController();
  const either = AbortSignal.any([signal, cancelled.signal]);
  const iterator = engine.generate(request, either)[Symbol.asyncIterator]();
  let admission: Promise<EngineIdentity> | undefined;
  let engineIdentity: EngineIdentity | undefined;
  let promptTokens = 0;
  let completionTokens = 0;
  /** False while the request waits for its turn or for the weights: the prompt then costs nothing. */
  let prefillBegan = false;
  let finalUsage: Usage | undefined;

  async function pullAdmission(): Promise<EngineIdentity> {
    for (;;) {
      const { done, value } = await iterator.next();
      if (done === true) throw unfinished();
      if (value.type === "waiting") continue;
      if (value.type !== "admitted") {
        throw new EngineError("failed", "The engine began to reply without admitting the request.");
      }
      promptTokens = value.promptTokens;
      engineIdentity = value.engine;
      return value.engine;
    }
  }

  const admit = () => (admission ??= pullAdmission());

  return {
    admit,

    get engine() {
      return engineIdentity;
    },

    async *parts() {
      try {
        await admit();
        for (;;) {
          const { done, value } = await iterator.next();
          if (done === true) throw unfinished();
          if (value.type === "admitted") continue;
          if (value.type === "started") {
            engineIdentity = value.engine;
            continue;
          }
          if (value.type !== "waiting" || value.phase === "prefill") prefillBegan = true;
          if (value.type === "text" || value.type === "tool-arguments") completionTokens += 1;
          if (value.type === "finish") finalUsage = value.usage;
          yield value;
          if (value.type === "finish") return;
        }
      } finally {
        await iterator.return?.();
      }
    },

    cancel() {
      cancelled.abort();
      // A generator with a pending step answers only after that step, and nobody needs the answer.
      iterator.return?.().catch(() => {});
    },

    get usage() {
      if (finalUsage !== undefined) return finalUsage;
      return { promptTokens: prefillBegan ? promptTokens : 0, cachedTokens: 0, completionTokens };
    },
  };
}

function unfinished(): EngineError {
  return new EngineError("failed", "The engine ended the reply without finishing it.");
}
