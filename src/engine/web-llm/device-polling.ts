/**
 * Firefox tells that GPU work is done by a timer of 100 ms, so each token would take 0.1 s whatever the model
 * (https://bugzilla.mozilla.org/show_bug.cgi?id=1870699). It also looks for completed work at each submission, even of an
 * empty list of commands. So we submit some while something waits.
 */

/** Longer than an idle queue takes to say so where the browser does not wait for a timer (0.1 ms in Chromium). */
const IDLE_WAIT_MS = 20;
const FIRST_SUBMIT_MS = 1;
/** Each submission comes later than the one before: they pile up behind long work, and cost more the more there are. */
const INTERVAL_GROWTH = 1.3;
/** The browser's own timer. */
const MAX_INTERVAL_MS = 100;

/** The part of a `GPUDevice` that waits for its work. */
export interface PolledDevice<Buffer extends Pick<GPUBuffer, "mapAsync"> = GPUBuffer> {
  readonly queue: Pick<GPUQueue, "submit" | "onSubmittedWorkDone">;
  createBuffer(descriptor: GPUBufferDescriptor): Buffer;
}

/** Makes the devices of all adapters in this context report completed work promptly. */
export function pollDevices(adapters: Pick<GPUAdapter, "requestDevice">): void {
  const { requestDevice } = adapters;
  adapters.requestDevice = async function requestPolledDevice(this: GPUAdapter, descriptor) {
    const device = await requestDevice.call(this, descriptor);
    await pollCompletion(device);
    return device;
  };
}

/**
 * Makes a device report completed work promptly, if this browser does so by a timer.
 *
 * @param device with nothing submitted
 */
export async function pollCompletion<Buffer extends Pick<GPUBuffer, "mapAsync">>(
  device: PolledDevice<Buffer>,
): Promise<void> {
  const { queue } = device;
  const started = performance.now();
  await queue.onSubmittedWorkDone();
  if (performance.now() - started < IDLE_WAIT_MS) return;

  let waits = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function submitAfter(intervalMs: number): void {
    if (intervalMs > MAX_INTERVAL_MS) return;
    timer = setTimeout(() => {
      queue.submit([]);
      submitAfter(intervalMs * INTERVAL_GROWTH);
    }, intervalMs);
  }

  async function polling<Result>(wait: Promise<Result>): Promise<Result> {
    waits += 1;
    clearTimeout(timer);
    submitAfter(FIRST_SUBMIT_MS);
    try {
      return await wait;
    } finally {
      waits -= 1;
      if (waits === 0) clearTimeout(timer);
    }
  }

  const workDone = queue.onSubmittedWorkDone.bind(queue);
  queue.onSubmittedWorkDone = () => polling(workDone());
  const createBuffer = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = createBuffer(descriptor);
    const mapAsync = buffer.mapAsync.bind(buffer);
    buffer.mapAsync = (...range) => polling(mapAsync(...range));
    return buffer;
  };
}
