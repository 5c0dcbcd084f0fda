/** The schema cannot be enforced. The message completes "The keyword '…' of …" and says what is accepted. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";

  constructor(
    readonly keyword: string,
    message: string,
    /** Path of the schema in its document, such as `.properties.expr.oneOf`; "" if unknown. */
    readonly path: string = "",
  ) {
    super(message);
  }
}
