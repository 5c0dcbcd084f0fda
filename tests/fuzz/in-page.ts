/** The part of the fuzz run in a connected page. A page gets only the function's source text. */
export interface PostedAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** The error that ended the request or the body, if any. */
  readonly problem: string | undefined;
}

export interface Batch {
  readonly batch: readonly { readonly contentType: string; readonly base64: string }[];
  /** Timeout of each request, in milliseconds. */
  readonly timeLimit: number;
}

/** Post the bodies one after the other and read each answer to its end. The status 0 means no answer. */
export async function postHere({ batch, timeLimit }: Batch): Promise<PostedAnswer[]> {
  const { key } = await insitu.createKey({ name: "fuzz" });
  const answers: PostedAnswer[] = [];
  for (const { contentType, base64 } of batch) {
    let status = 0;
    let headers: Record<string, string> = {};
    let body = "";
    let problem: string | undefined;
    try {
      const response = await insitu.fetch(`${insitu.baseURL}/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": contentType },
        body: Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
        signal: AbortSignal.timeout(timeLimit),
      });
      status = response.status;
      headers = Object.fromEntries(response.headers);
      for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) body += text;
    } catch (error) {
      problem = String(error);
    }
    answers.push({ status, headers, body, problem });
  }
  return answers;
}
