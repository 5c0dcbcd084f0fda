/** Answers to a client when the GPU is lost, with the real web-llm and a real device. */
import { openConnectedPage } from "../../support/connected-page.ts";
import { inEngineWorker } from "../../support/engine-worker.ts";
import { expect, test } from "../../support/test.ts";

interface Failure {
  readonly status: unknown;
  readonly code: unknown;
  readonly retry: string | null | undefined;
  readonly message: string;
}

declare global {
  /** True once a streamed reply has text. */
  var begun: boolean | undefined;
}

/** In the page: the outcome of a request without streaming, or of reading a stream. */
async function ask(stream: boolean): Promise<Failure | string> {
  try {
    const messages = [{ role: "user" as const, content: "Go on." }];
    const request = { model: "fixture-length", messages };
    if (!stream) {
      const { choices } = await client.chat.completions.create(request);
      return choices[0]?.finish_reason ?? "";
    }
    let finish = "";
    for await (const chunk of await client.chat.completions.create({ ...request, stream: true })) {
      globalThis.begun ||= chunk.choices[0]?.delta.content !== "";
      finish = chunk.choices[0]?.finish_reason ?? finish;
    }
    return finish;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const [status, code, headers]: readonly unknown[] = ["status", "code", "headers"].map((name): unknown =>
      Reflect.get(error, name),
    );
    return {
      status,
      code,
      retry: headers instanceof Headers ? headers.get("x-should-retry") : undefined,
      message: error.message,
    };
  }
}

/** In the engine worker: keep the device that web-llm gets, and lose each new one while `lose` is set. */
const KEEP_DEVICES = `(() => {
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (descriptor) {
    self.device = await requestDevice.call(this, descriptor);
    if (self.lose) self.device.destroy();
    return self.device;
  };
  return "";
})()`;

test("a GPU that is lost is a 503: for good while a model loads, and to be tried again during a reply", async ({
  freshContext,
  site,
}) => {
  const page = await openConnectedPage(freshContext, site.url);
  // The engine worker has started, and nothing else uses it.
  await page.evaluate(() => insitu.status());

  await inEngineWorker(page, `self.lose = true; ${KEEP_DEVICES}`);
  expect(await page.evaluate(ask, false)).toEqual({
    status: 503,
    code: "engine_unavailable",
    retry: "false",
    message: expect.stringMatching(/^503 The GPU was lost while the model 'fixture-length' was loaded/),
  });
  await inEngineWorker(page, `self.lose = false; ""`);
  await page.evaluate(() => insitu.load("fixture-length"));

  const outcome = page.evaluate(ask, true);
  await expect.poll(() => page.evaluate(() => globalThis.begun), { intervals: [10] }).toBe(true);
  await inEngineWorker(page, `self.device.destroy(); ""`);
  expect(await outcome).toMatchObject({
    code: "engine_unavailable",
    message: expect.stringContaining("The GPU was lost during the reply"),
  });
  // The model is loaded again.
  expect(await page.evaluate(ask, false)).toBe("length");
});
