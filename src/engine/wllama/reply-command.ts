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

/** @throws {EngineError} `invalid` if the prompt ends with an image */
export function replyCommand(
  id: number,
  { prompt, sampling, maxTokens, topLogprobs = 0, constraint }: ReplyRequest,
  { defaults, controlTokens, promptStart }: ReplyTranslation,
): ReplyCommand {
  if (prompt.at(-1)?.type === "image") throw endsWithImage();
  const pieces = prompt.map((input) => (input.type === "text" ? input.text : input.file));
  const started = promptStart === "" ? pieces : [promptStart, ...pieces];
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
    prompt: started,
    maxTokens,
    topLogprobs,
    sampling: {
      temperature,
      top_p,
      presence_penalty,
      frequency_penalty,
      ...(seed !== undefined && { seed }),
    },
    logitBias: penaltyBias(texts(started), controlTokens, {
      frequency: frequency_penalty,
      presence: presence_penalty,
    }),
    ...(constraint && { grammar: gbnf(constraint) }),
  };
}

/** llama.cpp stops for good where no text follows an image (b11364, `batch.size() > 0` in `server-context.cpp`). */
function endsWithImage(): EngineError {
  const message = "The engine cannot answer a prompt that ends with an image: add text after it.";
  return new EngineError("invalid", message, "messages");
}

/** The texts between images, which have no tokens that a penalty could count. */
function texts(pieces: readonly (string | Blob)[]): readonly string[] {
  return pieces.filter((piece) => typeof piece === "string");
}

/** llama.cpp's dialect has no triggered constraints: its triggers miss a text that other tokens spell. */
function gbnf(constraint: DecodingConstraint): string {
  if (constraint.kind !== "whole")
    throw new Error(`llama.cpp has no constraint of the kind ${constraint.kind}.`);
  return constraint.grammar;
}
