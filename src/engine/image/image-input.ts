/** The images that a model takes. */
export interface ImageInput {
  /**
   * Tokens of the context that an image of that size in pixels takes, with those that the engine puts around it.
   *
   * @throws {ImageError} if the model cannot be shown an image of that shape
   */
  tokens(size: { readonly width: number; readonly height: number }): number;
  /**
   * Texts that the engine takes for control tokens wherever they are, since it puts those around images itself. They are
   * broken in client text.
   */
  readonly reservedTexts: readonly string[];
}
