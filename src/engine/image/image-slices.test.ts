/** Work on an image of many megabytes is done in small slices. */
import { describe, expect, it } from "vitest";
import { runCounted } from "../../openai/testing/run-at-once.ts";
import { BYTES_PER_SLICE, encodeBase64 } from "./data-url.ts";
import { decodeBase64, DIGITS_PER_SLICE } from "./image-bytes.ts";
import { createImageLoader } from "./load-image.ts";

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7) % 251);

describe("a large image", () => {
  it.each([0, 1, 2])(
    "is decoded from and encoded to base64 in slices, with %i bytes after the last multiple of 3",
    (over) => {
      const bytes = bytesOf(2_000_001 + over);
      const base64 = Buffer.from(bytes).toString("base64");
      const encoded = runCounted(encodeBase64(bytes));
      expect(encoded.value === base64).toBe(true);
      expect(encoded.slices).toBeGreaterThanOrEqual(Math.floor(bytes.length / BYTES_PER_SLICE));
      const decoded = runCounted(decodeBase64(base64, () => {}));
      expect(Buffer.compare(decoded.value, bytes)).toBe(0);
      expect(decoded.slices).toBeGreaterThanOrEqual(Math.floor(base64.length / DIGITS_PER_SLICE));
    },
  );

  it.each(["AA=A", "A===", "AAAA=", "AA==AAAA"])(
    "is refused if its base64 padding is wrong: %s",
    (base64) => {
      expect(() => runCounted(decodeBase64(base64, () => {}))).toThrow("must be whole base64 data");
    },
  );

  it("is refused by its header before the rest is decoded", async () => {
    const header = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xC3\x50\0\0\xC3\x50";
    // The text after the header is not base64.
    const url = `data:image/png;base64,${btoa(header + "\0".repeat(600_000))}AAA${"!".repeat(1_000_000)}`;
    const load = createImageLoader({ decode: () => Promise.reject(new Error("decoded")) });
    await expect(load(url, new AbortController().signal)).rejects.toThrow("at most 40 million pixels");
  });
});
