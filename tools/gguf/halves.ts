/**
 * Refuses a half-precision number that the GPU kernels do not decode. For speed, they decode only zero and normal
 * halves, and ignore the sign of a scale.
 *
 * @param bits the half's 16 bits
 * @param kind a `scale` must not be negative, a `minimum` may be
 * @throws with a description of the half
 */
export function checkHalf(bits: number, kind: "scale" | "minimum"): void {
  const exponent = (bits >> 10) & 31;
  if (exponent === 31) throw new Error(`has a ${kind} that is infinite or not a number`);
  if (exponent === 0 && (bits & 0x3ff) !== 0) throw new Error(`has a subnormal ${kind}`);
  if (kind === "scale" && bits >> 15 !== 0) throw new Error("has a negative scale");
}

/** The value of a normal half or zero. */
export function halfValue(bits: number): number {
  const exponent = (bits >> 10) & 31;
  if (exponent === 0) return 0;
  return (bits >> 15 ? -1 : 1) * 2 ** (exponent - 15) * (1 + (bits & 1023) / 1024);
}
