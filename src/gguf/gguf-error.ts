/** A file that is no GGUF file, or a damaged one, or one with something that this project does not support. */
export class GgufError extends Error {
  override readonly name = "GgufError";

  /** @param fault a predicate, to be put after the name of a file: `is truncated: …` */
  constructor(readonly fault: string) {
    super(`The file ${fault}.`);
  }
}
