import { ModelError } from "./model-error.ts";
import { isQuotaExceeded } from "./quota.ts";

/** The outcome of an install that was paused. */
export class InstallPausedError extends Error {
  override readonly name = "InstallPausedError";

  constructor(id: string, cause?: unknown) {
    super(`The install of the model '${id}' was paused.`, { cause });
  }
}

export function unknownModel(id: string): ModelError {
  return new ModelError("unknown-model", `The catalogue has no model '${id}'.`);
}

/** The failure of a removal: another context is still installing the model. */
export function stillInstalling(id: string, cause: unknown): ModelError {
  const message = `Another tab is installing the model '${id}' and does not respond: close that tab, then remove the model.`;
  return new ModelError("in-use", message, { cause });
}

/** The failure of an install, whatever was thrown. */
export function installFailure(id: string, error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  if (isQuotaExceeded(error)) {
    const message = `The browser has no room for the model '${id}': free some disk space or remove another model.`;
    return new ModelError("no-space", message, { cause: error });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new ModelError("failed", `The model '${id}' could not be installed: ${reason}`, { cause: error });
}
