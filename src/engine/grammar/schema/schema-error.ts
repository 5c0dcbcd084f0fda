/** A schema cannot be enforced. `message` completes "The keyword '…' of …": it says what would be right. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";

  constructor(
    readonly keyword: string,
    message: string,
    /** Where in the document, such as `.properties.expr.oneOf`; "" where that is not known. */
    readonly path: string = "",
  ) {
    super(message);
  }
}
