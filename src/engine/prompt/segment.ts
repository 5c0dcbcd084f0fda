/**
 * A piece of a prompt. `control` text comes from the model's template: names of control tokens in it stand for
 * the tokens. `client` text is content: it is plain text whatever it looks like.
 */
export interface Segment {
  readonly kind: "control" | "client";
  readonly text: string;
}

export function control(text: string): Segment {
  return { kind: "control", text };
}

export function client(text: string): Segment {
  return { kind: "client", text };
}
