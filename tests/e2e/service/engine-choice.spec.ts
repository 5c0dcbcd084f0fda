/** The engine of a model: selected, found by itself, and named wherever the service names it. */
import type { Page } from "@playwright/test";
import { openConnectedPage } from "../../support/connected-page.ts";
import { inEngineWorker } from "../../support/engine-worker.ts";
import { expect, test } from "../../support/test.ts";

/** A model with files for both engines. */
const MODEL = "fixture-short";
/** A model that takes images, without a projector for the CPU. */
const ON_GPU_ONLY = "fixture-blind";

interface Named {
  readonly text: string;
  readonly header: string | null;
  readonly fingerprint: string | undefined;
  readonly status: unknown;
  readonly listed: unknown;
}

/** In the page: asks, and collects the names of the engine. */
async function ask(model: string): Promise<Named> {
  const request = { model, temperature: 0, messages: [{ role: "user" as const, content: "Say something." }] };
  const { data, response } = await client.chat.completions.create(request).withResponse();
  return {
    text: data.choices[0]?.message.content ?? "",
    header: response.headers.get("x-insitu-engine"),
    fingerprint: data.system_fingerprint,
    status: (await insitu.status()).host.engine,
    listed: Reflect.get(await client.models.retrieve(model), "engine"),
  };
}

async function answerBy(page: Page, engine: "auto" | "web-llm" | "wllama"): Promise<Named> {
  await page.evaluate(async (name) => insitu.settings.set({ engine: name }), engine);
  // The number of threads is known once the model is loaded.
  await page.evaluate(async (model) => insitu.load(model), MODEL);
  return page.evaluate(ask, MODEL);
}

const SOME_TEXT = expect.stringMatching(/./);
const CPU = { name: "wllama", version: expect.any(String), threads: expect.any(Number) };
const GPU = { name: "web-llm", version: expect.any(String), adapter: expect.stringMatching(/swiftshader/i) };

test("a model runs on the selected engine, by itself on the CPU before a software adapter, and all names say so", async ({
  connectedPage: page,
}) => {
  const onGpu = await answerBy(page, "web-llm");
  expect(onGpu).toMatchObject({
    text: SOME_TEXT,
    header: expect.stringMatching(/^web-llm\/[\d.]+;adapter=".*swiftshader.*"$/i),
    fingerprint: expect.stringMatching(/^fp_fixture-short_web-llm-[\d.]+-.*swiftshader.*_[0-9a-f]+$/),
    status: GPU,
    listed: GPU,
  });
  const onCpu = await answerBy(page, "wllama");
  expect(onCpu).toMatchObject({
    text: SOME_TEXT,
    header: expect.stringMatching(/^wllama\/[\d.]+;threads=\d+$/),
    fingerprint: expect.stringMatching(/^fp_fixture-short_wllama-[\d.]+-\d+-threads_[0-9a-f]+$/),
    status: CPU,
    listed: CPU,
  });
  expect(await answerBy(page, "auto")).toEqual(onCpu);
  await page.evaluate(() => insitu.settings.set({ engine: null }));
});

test("a model that the selected engine lacks files of is refused for good, and the catalogue says so", async ({
  connectedPage: page,
}) => {
  await page.evaluate(() => insitu.settings.set({ engine: "wllama" }));
  const refusal = await page.evaluate(
    async (model) =>
      client.chat.completions.create({ model, messages: [{ role: "user", content: "Go on." }] }).then(
        () => "answered",
        (error: unknown) => (error instanceof Error ? error.message : ""),
      ),
    ON_GPU_ONLY,
  );
  expect(refusal).toMatch(
    /^503 The model 'fixture-blind' cannot run here\. The selected engine is wllama\. .* no projector/,
  );
  const fits = (id: string) =>
    page.evaluate(
      async (model) => (await insitu.models.list()).find((entry) => entry.id === model)?.fits,
      id,
    );
  expect(await fits(ON_GPU_ONLY)).toMatchObject({ type: "no" });
  await page.evaluate(() => insitu.settings.set({ engine: "web-llm" }));
  expect(await fits(ON_GPU_ONLY)).toEqual({ type: "yes" });
  await page.evaluate(() => insitu.settings.set({ engine: null }));
});

/** In the engine worker: its adapter passes for hardware, and every device is lost at once. */
const HARDWARE_THAT_FAILS = `(() => {
  Object.defineProperty(GPUAdapterInfo.prototype, "isFallbackAdapter", { get: () => false });
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (descriptor) {
    const device = await requestDevice.call(this, descriptor);
    device.destroy();
    return device;
  };
  return "";
})()`;

/** In the engine worker: there is no adapter any more. */
const LOSE_ADAPTER = `GPU.prototype.requestAdapter = () => Promise.resolve(null); ""`;

test("a request whose GPU fails is answered on the CPU, and the status says why", async ({
  freshContext,
  site,
}) => {
  const page = await openConnectedPage(freshContext, site.url);
  // Also starts the engine worker.
  await page.evaluate(async () => {
    await insitu.settings.set({ engine: "auto" });
    await insitu.status();
  });
  await inEngineWorker(page, HARDWARE_THAT_FAILS);
  expect(await page.evaluate(ask, MODEL)).toMatchObject({
    text: SOME_TEXT,
    header: expect.stringMatching(/^wllama\/[\d.]+;threads=\d+$/),
    fingerprint: expect.stringMatching(/^fp_fixture-short_wllama-[\d.]+-\d+-threads_[0-9a-f]+$/),
    status: CPU,
  });
  const { engineProblem } = (await page.evaluate(() => insitu.status())).host;
  expect(engineProblem).toMatch(/^web-llm did not start: The GPU was lost while the model/);
  const tab = await freshContext.newPage();
  await tab.goto(`${site.url}#/status`);
  await expect(tab.getByRole("region", { name: "Now" })).toContainText(
    /wllama [\d.]+ on the CPU, with \d+ threads? web-llm did not start: The GPU was lost/,
  );
});

test("the next request goes to the CPU where WebGPU is lost for good", async ({ freshContext, site }) => {
  const page = await openConnectedPage(freshContext, site.url);
  // Also starts the engine worker.
  await page.evaluate(async () => {
    await insitu.settings.set({ engine: "auto" });
    await insitu.status();
  });
  await inEngineWorker(
    page,
    `Object.defineProperty(GPUAdapterInfo.prototype, "isFallbackAdapter", { get: () => false }); ""`,
  );
  expect(await page.evaluate(ask, MODEL)).toMatchObject({ status: GPU });
  await inEngineWorker(page, LOSE_ADAPTER);
  expect(await page.evaluate(ask, MODEL)).toMatchObject({
    text: SOME_TEXT,
    header: expect.stringMatching(/^wllama\//),
    status: CPU,
  });
});
