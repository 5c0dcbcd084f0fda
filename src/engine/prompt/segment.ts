import type { ImagePart } from "../../openai/conversation.ts";

/**
 * A piece of a prompt's text. `control` text comes from the model's template, and names of control tokens in it stand
 * for the tokens. `client` text is content, and plain text whatever it looks like.
 */
export interface TextSegment {
  readonly kind: "control" | "client";
  readonly text: string;
  /** True for JSON text that we wrote, in which any character of a string may be escaped. */
  readonly json?: true;
}

export interface ImageSegment {
  readonly kind: "image";
  readonly image: ImagePart;
}

export type Segment = TextSegment | ImageSegment;

export function control(text: string): TextSegment {
  return { kind: "control", text };
}

export function client(text: string): TextSegment {
  return { kind: "client", text };
}

/** A client's value as JSON text. */
export function clientJson(value: unknown): TextSegment {
  return { kind: "client", text: JSON.stringify(value), json: true };
}
