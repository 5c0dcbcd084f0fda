/** Replies to whole conversations, step by step, with or without the reuse of prefixes. */
import type { Conversation } from "../../src/openai/conversation.ts";
import { type Deferred, deferred } from "../../src/util/deferred.ts";
import type { LocalEngine } from "../../src/engine/local/local-engine.ts";
import type { ReplyStep, TokenLogprobs } from "../../src/engine/local/runtime.ts";
import { makeRequest, openAdapter } from "./adapter.ts";
import { withSteps } from "./with-logprobs.ts";

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
    engine: openAdapter({ reusesPrefixes, wrap: withSteps(5, (step) => record(step, entry.recording)) }),
    recording: createRecording(),
  };
  engines.set(reusesPrefixes, entry);
  return entry;
}

function record(step: ReplyStep, { steps, cachedTokens }: Recording): void {
  if (step.type === "token") steps.push({ decoded: step.decoded, top: step.logprobs?.top ?? [] });
  if (step.type === "end") cachedTokens.resolve(step.cachedTokens);
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
