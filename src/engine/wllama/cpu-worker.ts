/** The worker that runs llama.cpp, as the engine sees it. Starting one is the host's business. */

export interface CpuWorker {
  /** Leads to the worker. Nothing arrives on it any more once `ended` is aborted. */
  readonly port: MessagePort;
  /**
   * Aborted when the worker has ended, because its page was closed or frozen, it crashed, or it stopped responding. The
   * reason is an `EngineError` with the code `unavailable`.
   */
  readonly ended: AbortSignal;
  /** Ends the worker, with the model in its memory. */
  terminate(): void;
}

/**
 * Starts a new CPU worker in the most suitable place.
 *
 * @throws {EngineError} `unavailable`, where no open page could start one
 */
export type StartCpuWorker = () => Promise<CpuWorker>;
