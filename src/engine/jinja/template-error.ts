/** A chat template that cannot be used, or that refuses a conversation. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";

  /** @param fault a predicate, to be put after "the template": `does not end` */
  constructor(
    readonly fault: string,
    options?: ErrorOptions,
  ) {
    super(`The chat template ${fault}.`, options);
  }
}
