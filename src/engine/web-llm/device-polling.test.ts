import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deferred } from "../../util/deferred.ts";
import { pollCompletion } from "./device-polling.ts";

/** Firefox reports completed work at each submission, and by this timer. */
const TIMER_MS = 100;

/** @param isPrompt true: completed work is reported at once, as in Chromium */
function openDevice({ isPrompt }: { readonly isPrompt: boolean }) {
  const pending = new Set<{ readonly doneAt: number; readonly report: () => void }>();
  let submissions = 0;

  function reportCompleted(): void {
    for (const work of pending) {
      if (work.doneAt > performance.now()) continue;
      pending.delete(work);
      work.report();
    }
  }

  function work(durationMs: number): Promise<undefined> {
    const done = deferred<undefined>();
    pending.add({ doneAt: performance.now() + durationMs, report: () => done.resolve(undefined) });
    if (isPrompt) setTimeout(reportCompleted, durationMs);
    return done.promise;
  }

  setInterval(reportCompleted, TIMER_MS);
  return {
    queue: {
      submit() {
        submissions += 1;
        reportCompleted();
      },
      onSubmittedWorkDone: () => work(0),
    },
    createBuffer: ({ size }: GPUBufferDescriptor) => ({ mapAsync: () => work(size) }),
    submissions: () => submissions,
  };
}

type Device = ReturnType<typeof openDevice>;

async function openPolled(isPrompt: boolean): Promise<Device> {
  const device = openDevice({ isPrompt });
  const polling = pollCompletion(device);
  await vi.advanceTimersByTimeAsync(TIMER_MS);
  await polling;
  return device;
}

/** Time that the mapping of a buffer takes, whose work takes `workMs`. */
async function mapAfter(device: Device, workMs: number): Promise<number> {
  const started = performance.now();
  let ended = Number.NaN;
  const mapped = device.createBuffer({ size: workMs, usage: 0 }).mapAsync();
  void mapped.then(() => (ended = performance.now()));
  await vi.advanceTimersByTimeAsync(10 * TIMER_MS);
  return ended - started;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("learns of completed work soon after its end, where the browser looks for it by a timer", async () => {
  const device = await openPolled(false);
  for (const workMs of [1, 7, 40]) {
    const waitedMs = await mapAfter(device, workMs);
    expect(waitedMs).toBeGreaterThanOrEqual(workMs);
    expect(waitedMs).toBeLessThan(1.5 * workMs + 2);
  }
  expect(await mapAfter(device, 950)).toBeLessThan(950 + TIMER_MS);
});

it("submits nothing when nothing waits, and few lists for long work", async () => {
  const device = await openPolled(false);
  await mapAfter(device, 950);
  const { submissions } = device;
  expect(submissions()).toBeLessThan(30);
  const before = submissions();
  await vi.advanceTimersByTimeAsync(10 * TIMER_MS);
  expect(submissions()).toBe(before);
});

it("waits for several buffers at once, and for the queue", async () => {
  const device = await openPolled(false);
  const waits = Promise.all([
    device.createBuffer({ size: 3, usage: 0 }).mapAsync(),
    device.createBuffer({ size: 30, usage: 0 }).mapAsync(),
    device.queue.onSubmittedWorkDone(),
  ]);
  await vi.advanceTimersByTimeAsync(45);
  await waits;
});

it("leaves a device alone that reports at once", async () => {
  const device = await openPolled(true);
  await mapAfter(device, 40);
  expect(device.submissions()).toBe(0);
});
