/** What came back, whichever client asked. */

/** Plain data: it comes out of a page. */
export interface Answer {
  readonly client: "fetch" | "sdk";
  /** Undefined where the client gave up before it. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; the SDK keeps only what it read from it. */
  readonly text?: string;
  /** The JSON body. */
  readonly json?: unknown;
  /** What a stream carried, in order. */
  readonly chunks?: readonly Chunk[];
  /** The SDK's class of what it threw. */
  readonly thrown?: string;
  /** What the SDK says is the request's id. */
  readonly requestId?: string | null;
  /** Why the body ended, where that was an error. */
  readonly problem?: string;
}

export interface ToolCall {
  readonly index?: number;
  readonly id?: string;
  readonly type?: string;
  readonly function: { readonly name?: string; readonly arguments?: string };
}

export interface Usage {
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
      readonly tool_calls?: readonly ToolCall[];
    };
    readonly finish_reason: string | null;
    readonly logprobs: null;
  }[];
  readonly usage?: Usage | null;
}

export interface Completion extends Head {
  readonly choices: readonly [
    {
      readonly index: number;
      readonly message: {
        readonly role: string;
        readonly content: string;
        readonly tool_calls?: readonly ToolCall[];
      };
      readonly finish_reason: string;
      readonly logprobs: null;
    },
  ];
  readonly usage: Usage;
}

/** A reply in one form, joined where it was streamed. */
export interface Reply {
  readonly text: string;
  readonly finish: string | undefined;
  readonly calls: readonly { id: string; name: string; arguments: string }[];
  readonly usage: Usage | undefined;
}

/** @throws where the answer is no reply */
export function replyOf({ json, chunks, status, text, problem }: Answer): Reply {
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

function joined(chunks: readonly Chunk[]): Reply {
  const calls: { id: string; name: string; arguments: string }[] = [];
  let text = "";
  let finish: string | undefined;
  let usage: Usage | undefined;
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

/** Some of a text's characters: none of them is cut in two, as an index into a string might. */
export function charactersOf(text: string, from: number, to?: number): string {
  return Array.from(text).slice(from, to).join("");
}

export function isCompletion(json: unknown): json is Completion {
  return typeof json === "object" && json !== null && "object" in json && json.object === "chat.completion";
}
