/** What the fuzz run does in a connected page. A page gets the function's source text alone. */
export interface PostedAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** What ended the wait or the body, where that was an error. */
  readonly problem: string | undefined;
}

export interface Batch {
  readonly batch: readonly { readonly contentType: string; readonly base64: string }[];
  /** For each, in milliseconds. */
  readonly timeLimit: number;
}

/** Post them one after the other, each read to its end. One that got no answer has the status 0. */
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
