import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EngineError } from "../contract/engine-error.ts";
import { generateRequest } from "../wire/testing/generation.ts";
import { logCauses } from "./log-causes.ts";

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

function failing(failure: EngineError) {
  const engine = logCauses({
    // oxlint-disable-next-line require-yield
    async *generate() {
      throw failure;
    },
    load: () => Promise.resolve(),
    unload: () => Promise.resolve(),
  });
  return async () => {
    for await (const part of engine.generate(generateRequest("1", "Hi"), new AbortController().signal))
      return part;
    return undefined;
  };
}

it("logs a failure with its cause, and throws it", async () => {
  const failure = new EngineError("failed", "The engine failed.", undefined, { cause: new Error("at x.js") });
  await expect(failing(failure)()).rejects.toBe(failure);
  expect(console.error).toHaveBeenCalledWith(failure);
});

it("does not log an error that says everything", async () => {
  const failure = new EngineError("cancelled", "The request was cancelled.");
  await expect(failing(failure)()).rejects.toBe(failure);
  expect(console.error).not.toHaveBeenCalled();
});
