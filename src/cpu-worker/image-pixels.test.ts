import { expect, it } from "vitest";
import { ppmFile } from "./image-pixels.ts";

it("writes rows of red, green and blue", () => {
  const data = new Uint8ClampedArray([1, 2, 3, 255, 4, 5, 6, 0, 7, 8, 9, 128, 10, 11, 12, 255]);
  const file = Buffer.from(ppmFile({ width: 2, height: 2, data }));
  const header = "P6 2 2 255\n";
  expect(file.toString("latin1", 0, header.length)).toBe(header);
  expect([...file.subarray(header.length)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});
