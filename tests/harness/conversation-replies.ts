/** Replies to whole conversations, step by step, with or without the reuse of prefixes. */
import type { Conversation } from "../../src/openai/conversation.ts";
import { type Deferred, deferred } from "../../src/util/deferred.ts";
import type { LocalEngine } from "../../src/engine/local/local-engine.ts";
import type { ReplyStep, TokenLogprobs } from "../../src/engine/local/runtime.ts";
import { makeRequest, openAdapter } from "./adapter.ts";

export interface ConversationRequest extends Partial<Conversation> {
  readonly model: string;
  /** Cancel the reply after this many steps. */
  readonly stopAfter?: number;
}

export interface ConversationReply {
  readonly promptTokens: number;
  readonly cachedTokens: number;
  /** The whole text so far, and the five likeliest tokens, of each step. */
  readonly steps: readonly { readonly decoded: string; readonly top: TokenLogprobs["top"] }[];
}

interface Recording {
  readonly steps: { decoded: string; top: TokenLogprobs["top"] }[];
  /** A cancelled reply ends some time after its last part. */
  readonly cachedTokens: Deferred<number>;
}

interface RecordedEngine {
  readonly engine: LocalEngine;
  recording: Recording;
}

function createRecording(): Recording {
  return { steps: [], cachedTokens: deferred() };
}

const engines = new Map<boolean, RecordedEngine>();

/** One of two engines, which stay in this page: one reuses prefixes, one does not. */
function engineFor(reusesPrefixes: boolean): RecordedEngine {
  const known = engines.get(reusesPrefixes);
  if (known !== undefined) return known;
  const entry: RecordedEngine = {
    engine: openAdapter({
      reusesPrefixes,
      wrap: (runtime) => ({
        ...runtime,
        reply: (options) => record(runtime.reply({ ...options, topLogprobs: 5 }), entry.recording),
      }),
    }),
    recording: createRecording(),
  };
  engines.set(reusesPrefixes, entry);
  return entry;
}

/** Cancelled replies are pulled to their end, too. */
async function* record(
  steps: AsyncIterator<ReplyStep, undefined>,
  recording: Recording,
): AsyncGenerator<ReplyStep, undefined> {
  for (;;) {
    const { done, value } = await steps.next();
    if (done === true) return undefined;
    if (value.type === "token")
      recording.steps.push({ decoded: value.decoded, top: value.logprobs?.top ?? [] });
    if (value.type === "end") recording.cachedTokens.resolve(value.cachedTokens);
    yield value;
  }
}

export async function conversationReply(
  { model, stopAfter, ...conversation }: ConversationRequest,
  reusesPrefixes: boolean,
): Promise<ConversationReply> {
  const entry = engineFor(reusesPrefixes);
  const recording = createRecording();
  entry.recording = recording;
  const request = makeRequest(model, { system: "", user: "" });
  const full = { ...request, conversation: { ...request.conversation, ...conversation } };
  let promptTokens = 0;
  for await (const part of entry.engine.generate(full, new AbortController().signal)) {
    if (part.type === "admitted") promptTokens = part.promptTokens;
    if (stopAfter !== undefined && recording.steps.length >= stopAfter) break;
  }
  return { promptTokens, cachedTokens: await recording.cachedTokens.promise, steps: recording.steps };
}
