// The public types of the catalogue, written out for the reason that `accounts.ts` gives: the contract's are messages.

/** An install that is running. Sizes are bytes. */
export interface InstallProgress {
  readonly type: "installing";
  /** `waiting`: another model is being downloaded, one at a time. */
  readonly phase: "waiting" | "downloading" | "verifying";
  /** Downloaded part of the model's files. */
  readonly loadedBytes: number;
  /** Null until the model's list of files is known. */
  readonly totalBytes: number | null;
  /** Over the last few seconds; null if nothing arrived in them. */
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** One line for a person while a broken connection is retried, else null. */
  readonly problem: string | null;
}

/** State of a model's files on this device. Sizes are bytes. */
export type CatalogueState =
  | { readonly type: "not-installed" }
  | InstallProgress
  | { readonly type: "paused"; readonly loadedBytes: number; readonly totalBytes: number | null }
  | {
      readonly type: "failed";
      /** One line for a person: the cause and a remedy. */
      readonly message: string;
      readonly loadedBytes: number;
      readonly totalBytes: number | null;
    }
  | { readonly type: "installed"; readonly bytes: number };

/** A model that can be installed, or is. */
export interface CatalogueEntry {
  /** To be sent as `model` in requests. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly ownedBy: string;
  /** Null if unknown. */
  readonly license: string | null;
  /** Maximum tokens of prompt and reply together; null if unknown before the install. */
  readonly contextLength: number | null;
  readonly inputModalities: readonly ("text" | "image")[];
  /** The processor that runs it here; where nothing can, the one that its files are for. */
  readonly processor: "gpu" | "cpu";
  /** Memory of the loaded model, in bytes; GPU memory if the GPU runs it. */
  readonly memoryBytes: number | null;
  /** Null if unknown before the install. */
  readonly downloadBytes: number | null;
  /** `embedded`: part of the deployment, also installed by the first request. */
  readonly source: "embedded" | "catalogue";
  /** Host that the files are downloaded from; empty for a file that was added. */
  readonly origin: string;
  readonly state: CatalogueState;
  /** `yes` if this device can run the model. */
  readonly fits: { readonly type: "yes" } | { readonly type: "no"; readonly reason: string };
}
