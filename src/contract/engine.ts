import type { GenerateRequest } from "./generate-request.ts";
import type { StreamPart } from "./stream-part.ts";

/**
 * The one interface between the service and whatever generates. The broker in the service worker
 * implements it too, so the server cannot tell whether the model is beside it or two workers away.
 */
export interface Engine {
  /**
   * Generate one reply. The first pull does the admission (tokenise, compile grammars; no weights needed)
   * and gives `admitted`; generation starts at the second, so whoever pulls decides when. `return()` or
   * aborting `signal` cancels and frees what the request holds.
   *
   * @throws {import("./engine-error.ts").EngineError} from the iterator
   */
  generate(request: GenerateRequest, signal: AbortSignal): AsyncIterable<StreamPart>;
}
