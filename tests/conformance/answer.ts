/** The response to one request, in the same form for every client. */

/** Plain data, because it is returned from a page. */
export interface Answer {
  readonly client: "fetch" | "sdk";
  /** `undefined` if the client aborted before the headers. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; absent for the SDK, which keeps only the parsed body. */
  readonly text?: string;
  /** The JSON body. */
  readonly json?: unknown;
  /** The chunks of a stream, in order. */
  readonly chunks?: readonly Chunk[];
  /** Name of the class of the SDK's error. */
  readonly thrown?: string;
  /** The request id, as the SDK reports it. */
  readonly requestId?: string | null;
  /** The error that ended the body, if one did. */
  readonly problem?: string;
}

export interface AnswerToolCall {
  readonly index?: number;
  readonly id?: string;
  readonly type?: string;
  readonly function: { readonly name?: string; readonly arguments?: string };
}

export interface AnswerUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details: { readonly cached_tokens: number };
}

interface Head {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly model: string;
  readonly system_fingerprint: string;
}

export interface Chunk extends Head {
  readonly choices: readonly {
    readonly index: number;
    readonly delta: {
      readonly role?: string;
      readonly content?: string;
      readonly tool_calls?: readonly AnswerToolCall[];
    };
    readonly finish_reason: string | null;
    readonly logprobs: null;
  }[];
  readonly usage?: AnswerUsage | null;
}

export interface Completion extends Head {
  readonly choices: readonly [
    {
      readonly index: number;
      readonly message: {
        readonly role: string;
        readonly content: string;
        readonly tool_calls?: readonly AnswerToolCall[];
      };
      readonly finish_reason: string;
      readonly logprobs: null;
    },
  ];
  readonly usage: AnswerUsage;
}

/** A reply in one form, whether it was streamed or not. */
export interface JoinedReply {
  readonly text: string;
  readonly finish: string | undefined;
  readonly calls: readonly { id: string; name: string; arguments: string }[];
  readonly usage: AnswerUsage | undefined;
}

/** @throws if the answer is not a reply */
export function replyOf({ json, chunks, status, text, problem }: Answer): JoinedReply {
  if (chunks !== undefined) return joined(chunks);
  if (status !== 200 || !isCompletion(json)) throw new Error(`No reply: ${status} ${problem ?? text}`);
  const [{ message, finish_reason: finish }] = json.choices;
  const calls = (message.tool_calls ?? []).map(
    ({ id = "", function: { name = "", arguments: input = "" } }) => ({
      id,
      name,
      arguments: input,
    }),
  );
  return { text: message.content, finish, calls, usage: json.usage };
}

function joined(chunks: readonly Chunk[]): JoinedReply {
  const calls: { id: string; name: string; arguments: string }[] = [];
  let text = "";
  let finish: string | undefined;
  let usage: AnswerUsage | undefined;
  for (const chunk of chunks) {
    usage = chunk.usage ?? usage;
    for (const { delta, finish_reason } of chunk.choices) {
      text += delta.content ?? "";
      finish = finish_reason ?? finish;
      for (const { index = 0, id = "", function: called } of delta.tool_calls ?? []) {
        const call = (calls[index] ??= { id, name: called.name ?? "", arguments: "" });
        call.arguments += called.arguments ?? "";
      }
    }
  }
  return { text, finish, calls, usage };
}

/** A slice of a text by characters: no surrogate pair is cut in two. */
export function charactersOf(text: string, from: number, to?: number): string {
  return Array.from(text).slice(from, to).join("");
}

export function isCompletion(json: unknown): json is Completion {
  return typeof json === "object" && json !== null && "object" in json && json.object === "chat.completion";
}
