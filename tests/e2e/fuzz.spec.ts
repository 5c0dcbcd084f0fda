/**
 * Hostile bodies through the whole way: page, service worker, wire, engine. 100 of them; INSITU_FUZZ_COUNT says
 * how many more, and INSITU_FUZZ_SEED which. `tests/fuzz` throws a thousand times as many at the server alone.
 */
import fc from "fast-check";
import { type Body, hostileBody } from "../fuzz/bodies.ts";
import { checkRefusal, readReply } from "../fuzz/check-answer.ts";
import { expect, test } from "./support/test.ts";

const COUNT = Number(process.env["INSITU_FUZZ_COUNT"] ?? 100);
const SEED = Number(process.env["INSITU_FUZZ_SEED"] ?? 1);
const MODEL = "fixture-short";
/** Bodies that one call carries into the page. */
const BATCH = 20;
/** A prompt as long as the context takes some ten seconds on a software adapter. In milliseconds. */
const TIME_LIMIT = 60_000;

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** What ended the body, where that was an error. */
  readonly problem: string | undefined;
}

test("withstands hostile bodies", async ({ connectedPage }) => {
  test.setTimeout(120_000 + COUNT * 3_000);
  await connectedPage.evaluate(() => insitu.load());
  // One model for both kinds of request, as changing the model takes seconds: it refuses images.
  const bodies = fc.sample(hostileBody([MODEL, MODEL]), { numRuns: COUNT, seed: SEED });
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  for (let from = 0; from < COUNT; from += BATCH) {
    const batch = bodies.slice(from, from + BATCH);
    const answers = await connectedPage.evaluate(post, { batch: batch.map(asText), timeLimit: TIME_LIMIT });
    for (const [index, answer] of answers.entries()) {
      const problem = await problemOf(answer);
      if (problem !== undefined) failures.push(`Body ${from + index}: ${problem}`);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  }
  expect(failures, `of seed ${SEED}`).toEqual([]);
  // Both sides of the door were tried.
  expect(statuses.get(200)).toBeGreaterThan(COUNT / 10);
  expect(statuses.get(400)).toBeGreaterThan(COUNT / 10);
});

async function problemOf({ status, headers, body, problem }: Answer): Promise<string | undefined> {
  if (problem !== undefined) return `${problem}: ${body.slice(-500)}`;
  const response = new Response(body, { status, headers });
  const check = status === 200 ? readReply(response) : checkRefusal(response);
  return check.then(() => undefined, String);
}

/** What can be carried into a page: base64. */
function asText({ contentType, bytes }: Body) {
  return { contentType, base64: Buffer.from(bytes).toString("base64") };
}

/** In the page: one after the other, each read to its end. */
async function post({
  batch,
  timeLimit,
}: {
  batch: readonly ReturnType<typeof asText>[];
  timeLimit: number;
}): Promise<Answer[]> {
  const { key } = await insitu.createKey({ name: "fuzz" });
  const answers: Answer[] = [];
  for (const { contentType, base64 } of batch) {
    const response = await insitu.fetch(`${insitu.baseURL}/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": contentType },
      body: Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
      signal: AbortSignal.timeout(timeLimit),
    });
    let body = "";
    let problem: string | undefined;
    try {
      for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) body += text;
    } catch (error) {
      problem = String(error);
    }
    const { status, headers } = response;
    answers.push({ status, headers: Object.fromEntries(headers), body, problem });
  }
  return answers;
}
