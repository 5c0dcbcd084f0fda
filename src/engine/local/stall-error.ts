/** A device that gives no token in time. */
export class StallError extends Error {
  override readonly name = "StallError";
  readonly seconds: number;

  constructor(seconds: number) {
    super(`No token for ${seconds} s`);
    this.seconds = seconds;
  }
}
