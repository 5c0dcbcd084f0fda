/** Reading a request's JSON body, with a limit on its size. */
import { ApiError } from "../openai/error.ts";
import { parseJsonBody, type JsonObject } from "../openai/json-body.ts";
import { runSliced } from "../util/sliced.ts";

/** @throws {ApiError} 413 if the body is larger than `limit` bytes, 400 if it is not a JSON object */
export async function readJsonBody(request: Request, limit: number): Promise<JsonObject> {
  const bytes = await readBytes(request, limit).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    throw new ApiError(400, "The body could not be read completely.", { cause: error });
  });
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") {
    throw new ApiError(400, "The header 'content-type' must be 'application/json'.");
  }
  return runSliced(parseJsonBody(bytes));
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new ApiError(413, `The body is too large: it must have at most ${limit} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  // Firefox has no `Request.body`: there the size is known only after the whole body has been read.
  const body: ReadableStream<Uint8Array> | null | undefined = request.body;
  if (!body) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.byteLength > limit) throw tooLarge();
    return bytes;
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(new Uint8Array(value));
  }
}
