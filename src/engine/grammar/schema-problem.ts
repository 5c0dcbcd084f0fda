/** A schema cannot be enforced. `message` completes "The keyword '…' of …": it says what would be right. */
export class SchemaProblem extends Error {
  override readonly name = "SchemaProblem";

  constructor(
    readonly keyword: string,
    message: string,
    /** Where in the document, such as `.properties.expr.oneOf`; "" where that is not known. */
    readonly place: string = "",
  ) {
    super(message);
  }
}
