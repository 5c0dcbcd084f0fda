import { expect, it } from "vitest";
import { EngineError } from "../../contract/engine-error.ts";
import { ModelError } from "../../models/model-error.ts";
import { generationFailure, loadFailure } from "./engine-failure.ts";
import { scriptedBackend } from "./testing/scripted-backend.ts";
import { scriptedRuntime } from "./testing/scripted-runtime.ts";

const { failures } = scriptedBackend(scriptedRuntime());

it("passes engine errors through", () => {
  const failure = new EngineError("unavailable", "The engine is gone.");
  expect(loadFailure(failures, "m", failure)).toBe(failure);
  expect(generationFailure(failures, "m", failure)).toBe(failure);
});

it.each([
  ["unreachable", "unavailable"],
  ["in-use", "unavailable"],
  ["damaged", "unsupported"],
  ["no-space", "unsupported"],
  ["failed", "unsupported"],
  ["unknown-model", "model-not-found"],
] as const)(
  "maps the model error '%s' to '%s': a retry is invited only where it may help",
  (code, mapped) => {
    const cause = new ModelError(code, "The model file x could not be had.");
    expect(loadFailure(failures, "m", cause)).toMatchObject({ code: mapped, message: cause.message, cause });
  },
);
