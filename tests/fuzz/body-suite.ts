/** Hostile bodies against the whole server: each is answered in time, and never with a server error. */
import fc from "fast-check";
import { createTestService, type TestService } from "../../src/server/testing/test-service.ts";
import { type Body, hostileBody } from "./bodies.ts";
import { type BodyStatus, checkRefusal, readReply } from "./check-answer.ts";
import { echo, echoOf } from "./echo.ts";
import { runProperty } from "./run-property.ts";
import { UNLIMITED, sharesOf, type SuiteOptions, type FuzzVerdict } from "./suite.ts";

/** Low enough that the generated bodies lie on both sides of the limit. */
const MAX_BODY_LENGTH = 2_000_000;
/** Far more than any body takes, even on a busy machine. */
const TIMEOUT_MS = 10_000;

export async function runBodySuite(options: SuiteOptions): Promise<FuzzVerdict> {
  const service = await createTestService({
    limits: { ...UNLIMITED, body_bytes: MAX_BODY_LENGTH },
  });
  service.engine.script = echo;
  const counts = new Map<BodyStatus, number>();
  let slowest = 0;
  const property = fc.asyncProperty(hostileBody(["chat", "eyes"]), async (body) => {
    const start = performance.now();
    const status = await checkBody(service, body);
    const elapsed = performance.now() - start;
    if (elapsed > TIMEOUT_MS) throw new Error(`The answer took ${elapsed} ms.`);
    slowest = Math.max(slowest, elapsed);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  });
  const verdict = await runProperty(property, { ...options, timeLimit: TIMEOUT_MS });
  return {
    ...verdict,
    text: `bodies: ${sharesOf(counts)}, slowest ${Math.ceil(slowest)} ms${verdict.text}`,
  };
}

async function checkBody(service: TestService, { bytes, contentType }: Body): Promise<BodyStatus> {
  const { engine, problems } = service;
  const prototype = Object.getOwnPropertyNames(Object.prototype).length;
  // Otherwise the records of earlier bodies would add up to gigabytes.
  engine.requests.length = 0;
  problems.length = 0;
  const response = await service.chat({}, { body: bytes, headers: { "content-type": contentType } });
  const status = response.status === 200 ? response.status : await checkRefusal(response);
  if (status === 200) {
    const [request] = engine.requests;
    if (request === undefined) throw new Error("The reply does not come from the engine.");
    const { system } = request.conversation;
    if (!system.startsWith("You are Insitu.")) throw new Error(`The identity is not at the start: ${system}`);
    const reply = await readReply(response);
    const expected = echoOf(request).text;
    if (reply !== expected)
      throw new Error(`The reply is ${JSON.stringify(reply)}, not ${JSON.stringify(expected)}.`);
  } else if (engine.requests.length > 0) {
    throw new Error("A refused request reached the engine.");
  }
  if (engine.open > 0) throw new Error("A generation was left open.");
  if (problems.length > 0) throw new Error(`The server reported: ${problems.join(" ")}`);
  if (Object.getOwnPropertyNames(Object.prototype).length !== prototype) {
    throw new Error("The body changed the prototype of all objects.");
  }
  return status;
}
