import type { ReplyRequest, ReplyStep, Runtime } from "../../local/runtime.ts";
import type { LoadRuntime } from "../load-request.ts";

export interface ScriptedRuntime {
  readonly load: LoadRuntime;
  /** All events in order: `load a`, `reply`, `free`, `unload a`. */
  readonly events: string[];
  readonly requests: ReplyRequest[];
  /** Text of each token of the next reply. A promise delays its token. */
  tokens: readonly (string | Promise<string>)[];
  /** Reason for the end of the reply after its last token. */
  reason: "stop" | "length";
  alive: boolean;
}

/** A runtime whose replies are scripted by a test. */
export function scriptedRuntime(): ScriptedRuntime {
  let interrupted = false;
  const script: ScriptedRuntime = {
    events: [],
    requests: [],
    tokens: [],
    reason: "stop",
    alive: true,
    load: ({ id, onProgress }) => {
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
    for (const token of script.tokens) {
      decoded = decoded.replace(/\uFFFD$/, "") + (await token);
      completionTokens++;
      yield { type: "token", decoded };
      if (interrupted) break;
    }
    script.events.push("free");
    yield { type: "end", decoded, reason: script.reason, completionTokens };
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
