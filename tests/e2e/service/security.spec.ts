/** The content security policy refuses foreign code in the page and in the engine worker, and allows all of ours. */
import type { BrowserContext } from "@playwright/test";
import { startStaticServer } from "../../../cli/static-server.ts";
import { openConnectedPage } from "../../support/connected-page.ts";
import { inEngineWorker } from "../../support/engine-worker.ts";
import { FIXTURE_MODELS } from "../../support/site.ts";
import { expect, test } from "../../support/test.ts";

/** Violations that the pages of a context report, from their first script on. */
async function collectViolations(context: BrowserContext): Promise<string[]> {
  const violations: string[] = [];
  await context.exposeFunction("reportViolation", (text: string) => violations.push(text));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) => {
      Reflect.get(globalThis, "reportViolation")(`${effectiveDirective}: ${blockedURI} (${sourceFile})`);
    });
  });
  return violations;
}

test("our own pages and workers run within the policy, and nothing else does", async ({
  freshContext,
  site,
}) => {
  const foreign = await startStaticServer({ root: FIXTURE_MODELS });
  const violations = await collectViolations(freshContext);
  const workerErrors: string[] = [];
  freshContext.on("weberror", (error) => workerErrors.push(error.error().message));

  // A tool call runs the grammar compiler, and the app has styles and icons.
  const page = await openConnectedPage(freshContext, site.url);
  const reply = await page.evaluate(async () => {
    const { choices } = await client.chat.completions.create({
      model: "fixture-chat",
      messages: [{ role: "user", content: "What is the weather?" }],
      tools: [
        {
          type: "function",
          function: {
            name: "weather",
            parameters: {
              type: "object",
              properties: { city: { enum: ["Oslo", "Rome"] } },
              required: ["city"],
            },
          },
        },
      ],
      tool_choice: "required",
    });
    return choices[0]?.finish_reason;
  });
  expect(["tool_calls", "length"]).toContain(reply);
  const app = await freshContext.newPage();
  await app.goto(site.url);
  await expect(app.getByRole("textbox").first()).toBeVisible();
  await expect(app.locator("link[rel=manifest]")).toHaveCount(1);
  expect(violations).toEqual([]);
  expect(workerErrors).toEqual([]);

  const outcomes = await page.evaluate(async (elsewhere) => {
    // The debugger's own evaluation may use eval; code that runs later may not.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const outcome = async (work: () => unknown) => {
      try {
        await work();
        return "done";
      } catch (error) {
        return error instanceof Error ? error.name : String(error);
      }
    };
    const element = document.createElement("script");
    const inline = await outcome(() => {
      element.textContent = "globalThis.ranInline = true";
      document.head.append(element);
    });
    const policy = document.querySelector("meta[http-equiv=content-security-policy]");
    return {
      policy: policy?.getAttribute("content") ?? "",
      eval: await outcome(() => Reflect.get(globalThis, "eval")("1")),
      function: await outcome(() => Reflect.construct(Function, ["return 1"])),
      inline,
      ranInline: "ranInline" in globalThis,
      html: await outcome(() => (document.createElement("div").innerHTML = "<b>x</b>")),
      foreignFetch: await outcome(() => fetch(elsewhere, { mode: "no-cors" })),
      foreignWorker: await outcome(() => new Worker(elsewhere)),
      blobWorker: await outcome(() => new Worker(URL.createObjectURL(new Blob(["1"])))),
      otherScript: await outcome(() => new SharedWorker("/insitu.js")),
      foreignImage: await new Promise((resolve) => {
        const image = new Image();
        image.addEventListener("load", () => resolve("done"));
        image.addEventListener("error", () => resolve("refused"));
        image.src = `${elsewhere}?image`;
      }),
    };
  }, `${foreign.url}fixture-chat/library.json`);
  expect(outcomes.policy).toContain("default-src 'none'");
  expect(outcomes).toMatchObject({
    eval: "EvalError",
    function: "EvalError",
    ranInline: false,
    html: "TypeError",
    foreignFetch: "TypeError",
    foreignWorker: "TypeError",
    blobWorker: "TypeError",
    otherScript: "TypeError",
    foreignImage: "refused",
  });
  expect(violations.join("\n")).toContain(`connect-src: ${foreign.url}`);
  expect(violations.join("\n")).toContain(`img-src: ${foreign.url}`);

  const attempt = (work: string) =>
    `new Promise((resolve) => setTimeout(resolve, 0)).then(async () => ${work}).then(() => "done", (error) => error.name)`;
  const inWorker = (work: string) => inEngineWorker(page, attempt(work));
  expect(await inWorker(`fetch("${foreign.url}", { mode: "no-cors" })`)).toBe("TypeError");
  expect(await inWorker(`fetch("/insitu.js")`)).toBe("done");
  expect(await inWorker(`(0, eval)("1")`)).toBe("EvalError");
  await foreign.close();
});

test("every page and worker script is sent with the policy", async ({ site }) => {
  for (const path of ["", "index.html", "blank.html", "sw.js"]) {
    const { headers } = await fetch(new URL(path, site.url));
    expect(headers.get("content-security-policy")).toContain(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval';",
    );
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  }
});
