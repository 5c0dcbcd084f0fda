import { EngineError } from "../../contract/engine-error.ts";
import type { Sampling } from "../../openai/conversation.ts";
import type { ReplyCommand } from "../../wire/cpu-engine-messages.ts";
import { WIRE_VERSION as v } from "../../wire/version.ts";
import type { DecodingConstraint } from "../grammar/reply-grammar.ts";
import type { ReplyRequest } from "../local/runtime.ts";
import { type ControlToken, penaltyBias } from "./penalty-bias.ts";

/** The model-dependent part of a reply command. */
export interface ReplyTranslation {
  /** Sampling of requests that have none. */
  readonly defaults: Sampling;
  readonly controlTokens: readonly ControlToken[];
  /** Put before every prompt. */
  readonly promptStart: string;
}

/** @throws {EngineError} `invalid` for images */
export function replyCommand(
  id: number,
  { prompt, sampling, maxTokens, topLogprobs = 0, constraint }: ReplyRequest,
  { defaults, controlTokens, promptStart }: ReplyTranslation,
): ReplyCommand {
  const texts = prompt.map((input) => (input.type === "text" ? input.text : refuseImage()));
  const text = promptStart + texts.join("");
  const {
    temperature = 1,
    top_p = 1,
    presence_penalty = 0,
    frequency_penalty = 0,
    seed,
  } = { ...defaults, ...sampling };
  return {
    v,
    type: "reply",
    id,
    prompt: text,
    maxTokens,
    topLogprobs,
    sampling: {
      temperature,
      top_p,
      presence_penalty,
      frequency_penalty,
      ...(seed !== undefined && { seed }),
    },
    logitBias: penaltyBias(text, controlTokens, { frequency: frequency_penalty, presence: presence_penalty }),
    ...(constraint && { grammar: gbnf(constraint) }),
  };
}

function refuseImage(): never {
  throw new EngineError("invalid", "This model cannot read images on the CPU.", "messages");
}

/** llama.cpp's dialect has no triggered constraints: its triggers miss a text that other tokens spell. */
function gbnf(constraint: DecodingConstraint): string {
  if (constraint.kind !== "whole")
    throw new Error(`llama.cpp has no constraint of the kind ${constraint.kind}.`);
  return constraint.grammar;
}
