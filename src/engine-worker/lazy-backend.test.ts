import { expect, it } from "vitest";
import { scriptedBackend } from "../engine/local/testing/scripted-backend.ts";
import { scriptedRuntime } from "../engine/local/testing/scripted-runtime.ts";
import { createLazyBackend } from "./lazy-backend.ts";

function setUp(failure?: Error) {
  const backend = scriptedBackend(scriptedRuntime());
  let imports = 0;
  const openBackend = createLazyBackend(() => {
    imports += 1;
    return failure === undefined ? Promise.resolve(backend) : Promise.reject(failure);
  });
  return { backend, openBackend, imports: () => imports };
}

it("imports its code once, at the first use", async () => {
  const { backend, openBackend, imports } = setUp();
  expect(imports()).toBe(0);
  expect(await Promise.all([openBackend(), openBackend()])).toEqual([backend, backend]);
  expect(await openBackend()).toBe(backend);
  expect(imports()).toBe(1);
});

it("can be tried again where its code could not be fetched", async () => {
  const { openBackend, imports } = setUp(new TypeError("Importing a module script failed."));
  await expect(openBackend()).rejects.toMatchObject({ code: "unavailable" });
  await expect(openBackend()).rejects.toMatchObject({ code: "unavailable" });
  expect(imports()).toBe(2);
});

it("reports, in its own words, that the browser cannot run its code", async () => {
  const cause = new SyntaxError("Unexpected token");
  const { openBackend } = setUp(cause);
  const message = "This browser cannot run the engine: use a newer one.";
  await expect(openBackend()).rejects.toMatchObject({ code: "unsupported", message, cause });
});
