import type { ReplyRequest, ReplyStep, Runtime } from "../runtime.ts";
import type { PreparedModel } from "../engine-backend.ts";

export interface ScriptedRuntime {
  load(id: string, onProgress: Parameters<PreparedModel["loadRuntime"]>[0]): Promise<Runtime>;
  /** All events in order: `load a`, `reply`, `free`, `unload a`. */
  readonly events: string[];
  readonly requests: ReplyRequest[];
  /** Text of each token of the next reply. A promise delays its token. */
  tokens: readonly (string | Promise<string>)[];
  /** Reason for the end of the reply after its last token. */
  reason: "stop" | "length";
  /** Fractions of the prefill that are reported before the first token. */
  prefill: readonly number[];
  cachedTokens: number;
  alive: boolean;
}

/** A runtime whose replies are scripted by a test. @param events may be shared by several */
export function scriptedRuntime(events: string[] = []): ScriptedRuntime {
  let interrupted = false;
  const script: ScriptedRuntime = {
    events,
    requests: [],
    tokens: [],
    reason: "stop",
    prefill: [],
    cachedTokens: 0,
    alive: true,
    load: (id, onProgress) => {
      script.events.push(`load ${id}`);
      script.alive = true;
      onProgress(0.5, "Half way");
      return Promise.resolve(runtime(id));
    },
  };

  async function* reply(request: ReplyRequest): AsyncGenerator<ReplyStep, undefined> {
    script.requests.push(request);
    script.events.push("reply");
    interrupted = false;
    let decoded = "";
    let completionTokens = 0;
    for (const fraction of script.prefill) yield { type: "prefill", fraction };
    for (const token of script.tokens) {
      decoded = decoded.replace(/\uFFFD$/, "") + (await token);
      completionTokens++;
      yield { type: "token", decoded };
      if (interrupted) break;
    }
    script.events.push("free");
    yield {
      type: "end",
      decoded,
      reason: script.reason,
      cachedTokens: script.cachedTokens,
      completionTokens,
    };
  }

  const runtime = (id: string): Runtime => ({
    reply,
    interrupt: () => {
      interrupted = true;
    },
    isAlive: () => Promise.resolve(script.alive),
    unload: () => {
      script.events.push(`unload ${id}`);
      return Promise.resolve();
    },
  });
  return script;
}
