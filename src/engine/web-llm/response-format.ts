import type { ResponseFormat } from "@mlc-ai/web-llm";
import type { DecodingConstraint } from "../grammar/reply-grammar.ts";

/** Converts a constraint to web-llm's `response_format`. */
export function responseFormat(constraint: DecodingConstraint): ResponseFormat {
  if (constraint.kind === "whole") return { type: "grammar", grammar: constraint.grammar };
  const { open, grammar, close } = constraint;
  const tag = { type: "tag", begin: open, content: { type: "grammar", grammar }, end: close };
  return {
    type: "structural_tag",
    structural_tag: {
      type: "structural_tag",
      format: {
        type: "triggered_tags",
        triggers: [open],
        tags: [tag],
        at_least_one: false,
        stop_after_first: true,
      },
    },
  };
}
