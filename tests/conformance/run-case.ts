/** Runs cases in a page of the app. */
import type { Page, Response } from "@playwright/test";
import type { EnginePreference } from "../../src/contract/engine-name.ts";
import { connectPage } from "../support/connected-page.ts";
import type { Answer } from "./answer.ts";
import { type Case, type Client, MODEL, type Sent } from "./case.ts";
import { prepareHere, sendByFetch, sendBySdk } from "./in-page.ts";
import { checkExpected } from "./match.ts";
import { checkAnswer } from "./rules.ts";

export interface CaseVerdict {
  /** Name of the case and of the client. */
  readonly name: string;
  /** `undefined`: the case passed. */
  readonly problem: string | undefined;
}

/** Connect `page`, create the keys and load the model, with `engine` if there is one. */
export async function preparePage(page: Page, siteUrl: string, engine?: EnginePreference): Promise<void> {
  await connectPage(page, siteUrl, engine);
  await page.evaluate(prepareHere, MODEL);
}

/** Run a case with each client that can send it, or only with the first of them. */
export async function* runCase(
  page: Page,
  row: Case,
  { order = ["fetch", "sdk"], firstOnly = false }: { order?: readonly Client[]; firstOnly?: boolean } = {},
): AsyncGenerator<CaseVerdict> {
  for (const client of order.filter((one) => row.clients?.includes(one) ?? true)) {
    const name = `${row.name} (${client})`;
    try {
      if (!(await runSteps(page, row, client))) continue;
      yield { name, problem: undefined };
    } catch (error) {
      yield { name, problem: error instanceof Error ? error.message : String(error) };
    }
    if (firstOnly) return;
  }
}

/** @returns false if the client cannot send the request */
async function runSteps(page: Page, { steps }: Case, client: Client): Promise<boolean> {
  const answers: Answer[] = [];
  for (const step of steps) {
    const sent = typeof step.send === "function" ? step.send(answers) : step.send;
    if (client === "sdk" && !sdkCanSend(sent)) return false;
    const answer = await send(page, sent, client);
    const expected = typeof step.expect === "function" ? step.expect(answers) : step.expect;
    checkExpected(expected, answer, answers);
    checkAnswer(sent, answer);
    answers.push(answer);
  }
  return true;
}

/** True if the SDK can send the request: it writes headers and JSON itself, and has methods for some paths only. */
function sdkCanSend({ method, path, key, headers, json, ...sent }: Sent): boolean {
  if (key === "none" || headers !== undefined || sent.body !== undefined) return false;
  if (sent.crowd !== undefined || sent.navigate === true) return false;
  if (typeof key === "object" && !/^Bearer \S+$/.test(key.authorization)) return false;
  if (path === "/chat/completions") return method === "POST" && isObject(json);
  return method === "GET" && /^\/models(\/[\w-]+)?$/.test(path);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function send(page: Page, sent: Sent, client: Client): Promise<Answer> {
  if (sent.navigate === true) return await navigate(page, sent);
  return await page.evaluate(client === "fetch" ? sendByFetch : sendBySdk, sent);
}

/** Navigate in a new tab. */
async function navigate(page: Page, { method, path }: Sent): Promise<Answer> {
  const url = await page.evaluate((below) => insitu.baseURL + below, path);
  const tab = await page.context().newPage();
  try {
    return await asAnswer(await (method === "GET" ? tab.goto(url) : postForm(tab, page.url(), url)));
  } finally {
    await tab.close();
  }
}

/** From a page without a content security policy, since the policy of our own pages forbids forms. */
async function postForm(tab: Page, from: string, url: string): Promise<Response> {
  const stranger = new URL("stranger.html", from).href;
  await tab
    .context()
    .route(stranger, (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><body></body>" }),
    );
  await tab.goto(stranger);
  const [response] = await Promise.all([
    tab.waitForResponse(url),
    tab.evaluate((action) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "POST", action });
      document.body.append(form);
      form.submit();
    }, url),
  ]);
  return response;
}

async function asAnswer(response: Response | null): Promise<Answer> {
  if (response === null) throw new Error("The navigation had no response.");
  const [headers, text] = await Promise.all([response.allHeaders(), response.text()]);
  return { client: "fetch", status: response.status(), headers, text, json: JSON.parse(text) };
}
