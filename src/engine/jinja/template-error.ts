/** Characters of a template's or the library's message that are shown to a person: it may quote the template. */
export const MAX_REASON = 200;

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
