import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { InstallPausedError } from "../models/install-errors.ts";
import { ModelError } from "../models/model-error.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { runModelCommand } from "./model-commands.ts";

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  [new InstallPausedError("m"), "paused", "The install of the model 'm' was paused."],
  [new ModelError("unreachable", "The host cannot be reached."), "failed", "The host cannot be reached."],
  [new TypeError("internal details"), "failed", "The command failed: see the worker's console."],
])("replies to a command that failed by %s", async (thrown, reason, message) => {
  const fail = () => Promise.reject(thrown);
  const installer = { states: () => [], install: fail, start: () => {}, pause: fail, remove: fail };
  const catalogue = { entries: fail, find: fail };
  const adder = { examine: fail, add: fail };
  const reply = await runModelCommand(
    { v, type: "install", model: "m" },
    { catalogue, installer, adder },
    { pause: () => {} },
  );
  expect(reply).toEqual({ v, type: "refused", reason, message });
});
