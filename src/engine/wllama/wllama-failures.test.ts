import { expect, it } from "vitest";
import { loadFailure } from "../local/engine-failure.ts";
import { CpuEngineError } from "./cpu-engine-error.ts";
import { WLLAMA_FAILURES } from "./wllama-failures.ts";

it("names the architecture that llama.cpp does not know", () => {
  const error = new CpuEngineError("unsupported", "error loading model: unknown model architecture: 'lxxma'");
  expect(loadFailure(WLLAMA_FAILURES, "m", error)).toMatchObject({
    code: "unsupported",
    message:
      "The engine for the CPU does not support the model 'm', whose architecture is 'lxxma': choose another model.",
  });
});

it("says that a projector is of another model", () => {
  const detail = "mismatch between text model (n_embd = 576) and mmproj (n_embd = 128)";
  expect(loadFailure(WLLAMA_FAILURES, "m", new CpuEngineError("unsupported", detail))).toMatchObject({
    code: "unsupported",
    message: expect.stringMatching(/^The projector of the model 'm' belongs to another model/),
  });
});

it.each(["memory", "crashed", "bad-file", "context", "other"] as const)(
  "hides llama.cpp's text of %s",
  (kind) => {
    const failure = loadFailure(WLLAMA_FAILURES, "m", new CpuEngineError(kind, "ggml_aligned_malloc"));
    expect(failure.message).toMatch(/^The .+\.$|^This .+\.$/);
    expect(failure.message).not.toContain("ggml");
  },
);
