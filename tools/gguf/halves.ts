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

/** The bits of the half that is nearest to a number whose magnitude is below 65,504. */
export function halfBits(value: number): number {
  const sign = value < 0 ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  if (magnitude < 2 ** -14) return sign | Math.round(magnitude * 2 ** 24);
  const exponent = Math.floor(Math.log2(magnitude));
  // A mantissa that is rounded up to 1,024 goes over into the exponent.
  return sign | (((exponent + 15) << 10) + Math.round((magnitude / 2 ** exponent - 1) * 1024));
}
