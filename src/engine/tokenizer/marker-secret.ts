/** 128 random bits. The letters around them separate them from digits before and after. */
export function createMarkerSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `m${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}x`;
}
