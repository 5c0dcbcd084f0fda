import { describe, expect, it } from "vitest";
import { describeBytes } from "./describe-bytes.ts";

describe("describeBytes", () => {
  it.each([
    [0, "0 bytes"],
    [0.4, "0 bytes"],
    [1, "1 byte"],
    [999, "999 bytes"],
    [999.6, "1 kB"],
    [1_000, "1 kB"],
    [1_500, "1.5 kB"],
    [9_949, "9.9 kB"],
    [9_951, "10 kB"],
    [500_000, "500 kB"],
    [999_499, "999 kB"],
    [999_500, "1 MB"],
    [1_500_000, "1.5 MB"],
    [98_362_432, "98 MB"],
    [102_400_000, "102 MB"],
    [999_999_999, "1 GB"],
    [4_600_000_000, "4.6 GB"],
    [12_340_000_000, "12.3 GB"],
    [1_234_000_000_000, "1.2 TB"],
    [4_321_000_000_000_000, "4,321 TB"],
  ])("%d is %s", (bytes, words) => {
    expect(describeBytes(bytes)).toBe(words);
  });
});
