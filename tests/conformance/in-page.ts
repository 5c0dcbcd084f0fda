/**
 * Sends a case's requests from a connected page. The browser gets only a function's source text, so no function
 * refers to anything outside itself.
 */
import type { Answer, Chunk } from "./answer.ts";
import type { Key, Sent } from "./case.ts";

declare global {
  /** In a prepared page: a key of each kind. */
  var caseKeys: Readonly<Record<Exclude<Key & string, "none">, string>>;
}

/** Create the keys and load the model, once for all cases. */
export async function prepareHere(model: string): Promise<void> {
  const [valid, revoked, expired] = await Promise.all([
    insitu.createKey({ name: "conformance" }),
    insitu.createKey({ name: "revoked" }),
    insitu.createKey({ name: "expired", expiresIn: 0.001 }),
  ]);
  await insitu.revokeKey(revoked.id);
  const limited: string[] = [];
  for (const [requestsPerMinute, tokensPerMinute] of [
    [1, 1_000_000],
    [1_000, 1],
  ] as const) {
    const { id: workspace } = await insitu.createWorkspace({ name: "limited" });
    await insitu.setLimits(workspace, { requestsPerMinute, tokensPerMinute });
    limited.push((await insitu.createKey({ name: "limited", workspace })).key);
  }
  const [oneRequest = "", oneToken = ""] = limited;
  globalThis.caseKeys = {
    valid: valid.key,
    revoked: revoked.key,
    expired: expired.key,
    "one-request": oneRequest,
    "one-token": oneToken,
  };
  await insitu.load(model);
}

/** Send a request by `fetch`. */
export async function sendByFetch(sent: Sent): Promise<Answer> {
  const { method, path, key, json, body, giveUpAfter } = sent;
  const headers = new Headers(sent.headers);
  if (typeof key !== "string") headers.set("authorization", key.authorization);
  else if (key !== "none") headers.set("authorization", `Bearer ${globalThis.caseKeys[key]}`);
  const abort = new AbortController();
  const init: RequestInit = { method, headers, signal: abort.signal };
  if (json !== undefined) {
    if (!headers.has("content-type")) headers.set("content-type", "application/json");
    init.body = JSON.stringify(json);
  } else if (body !== undefined) {
    // As bytes, because the browser would add a content type to text.
    init.body = new TextEncoder().encode(typeof body === "string" ? body : body[0].repeat(body[1]));
  }
  const crowd = new AbortController();
  for (let index = 0; index < (sent.crowd ?? 0); index += 1) {
    const stream = JSON.stringify({
      // Its replies are long: the queue is still full when the request arrives.
      model: "fixture-length",
      stream: true,
      messages: [{ role: "user", content: "Hi." }],
    });
    fetch(insitu.baseURL + path, { ...init, signal: crowd.signal, body: stream }).catch(() => {});
  }
  let text = "";
  let status: number | undefined;
  let received: Record<string, string> = {};
  try {
    const pending = fetch(insitu.baseURL + path, init);
    if (giveUpAfter === 0) abort.abort();
    const response = await pending;
    status = response.status;
    received = Object.fromEntries(response.headers);
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      if (giveUpAfter !== undefined && text.length >= giveUpAfter) abort.abort();
    }
  } catch (error) {
    return { client: "fetch", status, headers: received, text, problem: String(error) };
  } finally {
    crowd.abort();
  }
  const answer = { client: "fetch" as const, status, headers: received, text };
  const type = received["content-type"] ?? "";
  if (type.startsWith("text/event-stream")) {
    const frames = text.split("\n\n").filter((frame) => frame.startsWith("data: {"));
    return { ...answer, chunks: frames.map((frame) => JSON.parse(frame.slice(6))) };
  }
  return type === "application/json" && text !== "" ? { ...answer, json: JSON.parse(text) } : answer;
}

/** Send a request by the stock SDK, with the method that it has for the path. */
export async function sendBySdk({ method, path, key, json, giveUpAfter }: Sent): Promise<Answer> {
  const [sdkUrl]: readonly string[] = ["./openai.js"];
  const sdk: typeof import("openai") = await import(new URL(`${sdkUrl}`, document.baseURI).href);
  const apiKey =
    typeof key === "string"
      ? globalThis.caseKeys[key === "none" ? "valid" : key]
      : key.authorization.replace("Bearer ", "");
  const sdkClient = client.withOptions({ apiKey });
  const abort = new AbortController();
  const options = { signal: abort.signal };
  const chunks: Chunk[] = [];
  let status: number | undefined;
  let headers: Record<string, string> = {};
  try {
    const model = path.slice("/models/".length);
    const call =
      path === "/chat/completions" && method === "POST"
        ? sdkClient.chat.completions.create(
            // What a case sends is often just what the types forbid.
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion
            json as Parameters<typeof sdkClient.chat.completions.create>[0],
            options,
          )
        : path === "/models"
          ? sdkClient.models.list(options)
          : model !== ""
            ? sdkClient.models.retrieve(decodeURIComponent(model), options)
            : sdkClient.get(path, options);
    const pending = call.withResponse();
    if (giveUpAfter === 0) abort.abort();
    const { data, response, request_id: requestId } = await pending;
    status = response.status;
    headers = Object.fromEntries(response.headers);
    const answer = { client: "sdk" as const, status, headers, requestId };
    if (typeof data !== "object" || data === null) return answer;
    if (!(Symbol.asyncIterator in data) || "object" in data)
      return { ...answer, json: JSON.parse(JSON.stringify(data)) };
    let size = 0;
    // The SDK does not validate chunks either.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    for await (const chunk of data as AsyncIterable<Chunk>) {
      chunks.push(chunk);
      size += JSON.stringify(chunk).length;
      if (giveUpAfter !== undefined && size >= giveUpAfter) break;
    }
    return giveUpAfter === undefined
      ? { ...answer, chunks }
      : { ...answer, chunks, problem: "The client left the stream." };
  } catch (error) {
    const thrown = Object.entries(sdk).find(
      ([, value]) => typeof value === "function" && error instanceof Error && error.constructor === value,
    )?.[0];
    if (!(error instanceof sdk.APIError) || error.status === undefined) {
      return { client: "sdk", status, headers, chunks, problem: String(error), ...(thrown && { thrown }) };
    }
    return {
      client: "sdk",
      status: error.status,
      headers: Object.fromEntries(error.headers ?? []),
      json: { error: error.error },
      requestId: error.requestID ?? null,
      ...(thrown && { thrown }),
    };
  }
}
