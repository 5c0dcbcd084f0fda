// Written out for the reason that `accounts.ts` gives.

/** A GGUF file as its header describes the model in it. */
export interface FileSummary {
  readonly name: string;
  /** llama.cpp's name of the model's kind, such as `llama`. */
  readonly architecture: string;
  readonly parameters: number;
  /** Such as `Q4_K_M`. */
  readonly quantization: string;
  /** Tokens of prompt and reply together that the model gets here. */
  readonly contextLength: number;
  /** Tokens that it was trained for; null if unknown. */
  readonly trainedContextLength: number | null;
  /** Null if unknown. */
  readonly license: string | null;
  /**
   * Name of the chat template that was chosen by the control tokens in the vocabulary, such as `Gemma`, because the file
   * has none; null if it has one.
   */
  readonly chosenTemplate: string | null;
  /** Images only together with a projector. */
  readonly inputModalities: readonly ("text" | "image")[];
  /** Size of the file, with that of its projector. */
  readonly bytes: number;
  /** Memory of the loaded model, in bytes. */
  readonly memoryBytes: number;
  /** A sentence that says why the model cannot be used; null if it can. */
  readonly problem: string | null;
}
