import { describe, expect, it } from "vitest";
import { secondsLeft, SpeedMeter } from "./speed-meter.ts";

describe("SpeedMeter", () => {
  it("reports no speed before a second has passed", () => {
    const meter = new SpeedMeter();
    meter.add(0, 0);
    meter.add(500, 1000);
    expect(meter.bytesPerSecond(500)).toBeNull();
    meter.add(1000, 2000);
    expect(meter.bytesPerSecond(1000)).toBe(2000);
  });

  it("ignores bytes from before the window", () => {
    const meter = new SpeedMeter();
    for (let second = 0; second <= 10; second += 1) meter.add(second * 1000, second * 100);
    for (let second = 11; second <= 20; second += 1) meter.add(second * 1000, 1000 + (second - 10) * 5);
    expect(meter.bytesPerSecond(20_000)).toBe(5);
  });

  it("reports no speed when nothing arrives any more", () => {
    const meter = new SpeedMeter();
    meter.add(0, 0);
    meter.add(2000, 100);
    expect(meter.bytesPerSecond(4000)).toBe(25);
    expect(meter.bytesPerSecond(7001)).toBeNull();
  });

  it("starts anew when a file starts over", () => {
    const meter = new SpeedMeter();
    meter.add(0, 5000);
    meter.add(2000, 100);
    meter.add(3000, 400);
    expect(meter.bytesPerSecond(3000)).toBe(300);
  });
});

it("secondsLeft needs a total and a speed", () => {
  expect(secondsLeft(100, 300, 50)).toBe(4);
  expect(secondsLeft(100, null, 50)).toBeNull();
  expect(secondsLeft(100, 300, null)).toBeNull();
});
