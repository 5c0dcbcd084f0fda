import { vi } from "vitest";

/** Waits until every message under way has arrived: ports deliver in order. */
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

/** Advances faked timers by `milliseconds`, and lets the messages that they send arrive. */
export async function passTime(milliseconds: number): Promise<void> {
  const step = 2_500;
  for (let passed = 0; passed < milliseconds; passed += step) {
    await roundTrip();
    vi.advanceTimersByTime(Math.min(step, milliseconds - passed));
  }
  await roundTrip();
}

/** `MessagePort` stays real: only timers are faked. */
export function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
}
