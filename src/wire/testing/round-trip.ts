import { vi } from "vitest";

/** Long enough for every message that is on its way to arrive: ports deliver in order. */
export async function roundTrip(): Promise<void> {
  for (let hop = 0; hop < 20; hop += 1) {
    const { port1, port2 } = new MessageChannel();
    await new Promise<void>((resolve) => {
      port2.onmessage = () => resolve();
      port1.postMessage(null);
    });
    port1.close();
  }
}

/** Let faked timers run for `milliseconds`, and messages that they send arrive. */
export async function passTime(milliseconds: number): Promise<void> {
  const step = 2_500;
  for (let passed = 0; passed < milliseconds; passed += step) {
    await roundTrip();
    vi.advanceTimersByTime(Math.min(step, milliseconds - passed));
  }
  await roundTrip();
}

/** `MessagePort` stays real: only what tests would wait for is faked. */
export function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
}
