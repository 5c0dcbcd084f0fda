/** A schema cannot be enforced. `message` completes "The keyword '…' of …": it says what would be right. */
export class SchemaProblem extends Error {
  override readonly name = "SchemaProblem";

  constructor(
    readonly keyword: string,
    message: string,
  ) {
    super(message);
  }
}
