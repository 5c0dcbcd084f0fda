import type { LoadRuntime, ReplyRequest, ReplyStep, Runtime } from "../runtime.ts";

export interface ScriptedRuntime {
  readonly load: LoadRuntime;
  /** What happened, in order: `load a`, `reply`, `interrupt`, `free`, `unload a`. */
  readonly events: string[];
  readonly requests: ReplyRequest[];
  /** The texts that the tokens of the next reply add, one by one; a promise is waited for. */
  tokens: readonly (string | Promise<string>)[];
  /** Whether the reply ends by itself after the last token, rather than by its length. */
  reason: "stop" | "length";
  alive: boolean;
}

/** A runtime whose tokens the test writes. */
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
