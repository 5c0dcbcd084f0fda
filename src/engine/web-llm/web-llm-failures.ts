import type { BackendFailures } from "../local/backend-failures.ts";
import { failureKind } from "./failure-kind.ts";

export const WEB_LLM_FAILURES: BackendFailures = {
  kindOf(error, model) {
    const kind = failureKind(error);
    switch (kind.type) {
      case "no-gpu":
        return unsupported("This browser has no WebGPU adapter: use a browser with WebGPU.");
      case "missing":
        return unsupported(
          `The GPU does not support '${kind.what}' as the model '${model}' requires it: choose another model.`,
        );
      case "kernels":
        return unsupported(
          `The GPU cannot run the compiled code of the model '${model}': choose another model.`,
        );
      default:
        return kind;
    }
  },
  sentences: {
    outOfMemory: (model) =>
      `There is too little memory for the model '${model}': choose a smaller one, or close other programs that use the GPU.`,
    // web-llm creates all of its buffers during the load.
    lostInLoad: (model) =>
      `The GPU was lost while the model '${model}' was loaded, most likely because it ran out of memory: choose a smaller model, or ` +
      "close other programs that use the GPU.",
    lostInReply: "The GPU was lost during the reply. The model is being reloaded: try again.",
    stalled: (seconds) => `The GPU gave no token for ${seconds} s. The model is being reloaded: try again.`,
  },
};

function unsupported(message: string) {
  return { type: "unsupported", message } as const;
}
