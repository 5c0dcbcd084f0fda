import type { WllamaConfig } from "@wllama/wllama/esm/index.js";
import { deferred } from "../util/deferred.ts";
import { messageOf } from "../util/message-of.ts";

/** Lines that are kept: the first errors of a failure say more than those that follow from them. */
const MAX_LINES = 20;

/** The errors that llama.cpp writes, which its failed calls do not carry. */
export interface NativeLog {
  readonly logger: NonNullable<WllamaConfig["logger"]>;
  /** Rejects if a worker's script cannot be loaded or throws, which leaves the library's calls unanswered. */
  readonly workerFailure: Promise<never>;
  /** The errors since the last call, one a line. */
  takeErrors(): string;
}

export function createNativeLog(): NativeLog {
  let errors: string[] = [];
  const { promise: workerFailure, reject } = deferred<never>();
  workerFailure.catch(() => {});

  function error(...args: readonly unknown[]): void {
    const [first] = args;
    // The library passes a worker's `error` events on to its logger.
    if (first instanceof Event) {
      const message: unknown = Reflect.get(first, "message");
      reject(
        new Error(`A worker's script failed: ${typeof message === "string" ? message : "it did not load"}`),
      );
    }
    if (errors.length < MAX_LINES) errors.push(args.map(messageOf).join(" "));
  }

  const ignore = () => {};
  return {
    logger: { debug: ignore, log: ignore, warn: ignore, error },
    workerFailure,
    takeErrors() {
      const text = errors.join("\n");
      errors = [];
      return text;
    },
  };
}
