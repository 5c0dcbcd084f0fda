/** An engine that yields the parts that a test scripted, and keeps the requests that it got. */
import type { Engine } from "../../contract/engine.ts";
import type { GenerateRequest } from "../../contract/generate-request.ts";
import type { StreamPart } from "../../contract/stream-part.ts";
import { EngineError } from "../../contract/engine-error.ts";

export type Script = (request: GenerateRequest, signal: AbortSignal) => AsyncIterable<StreamPart>;

export const admitted: StreamPart = {
  type: "admitted",
  promptTokens: 7,
  engine: { name: "scripted", version: "1.0" },
};

/** The model is loaded, by another engine than that of `admitted`. */
export const startedElsewhere: StreamPart = {
  type: "started",
  engine: { name: "other", version: "2.0", threads: 3 },
};

export const finish: StreamPart = {
  type: "finish",
  reason: "stop",
  usage: { promptTokens: 7, cachedTokens: 2, completionTokens: 3 },
};

export const text = (value: string): StreamPart => ({ type: "text", text: value });

export class ScriptedEngine implements Engine {
  readonly requests: GenerateRequest[] = [];
  /** Number of generations that have started and not ended. */
  open = 0;
  script: Script = async function* () {
    yield admitted;
    yield text("Hello");
    yield text(" there");
    yield finish;
  };

  /** Makes every generation yield `parts`. */
  say(...parts: readonly StreamPart[]): void {
    this.script = async function* () {
      yield* parts;
    };
  }

  /** Makes every generation yield `parts`, then throw `error`. */
  fail(error: Error, ...parts: readonly StreamPart[]): void {
    this.script = async function* () {
      yield* parts;
      throw error;
    };
  }

  async *generate(request: GenerateRequest, signal: AbortSignal): AsyncGenerator<StreamPart> {
    this.requests.push(request);
    this.open += 1;
    try {
      yield* this.script(request, signal);
    } finally {
      this.open -= 1;
    }
  }
}

/** Never resolves. Rejects as an engine does once `signal` is aborted. */
export function untilCancelled(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const cancel = () => reject(new EngineError("cancelled", "The request was cancelled."));
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  });
}
