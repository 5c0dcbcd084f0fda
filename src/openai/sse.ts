/** Server-sent events as OpenAI sends them: `data:` frames without a name, and comments. */

export const EVENT_STREAM = "text/event-stream; charset=utf-8";
export const DONE = "data: [DONE]\n\n";

/** One frame. JSON text has no raw line breaks, so one `data:` line is enough. */
export function encodeData(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** A line that clients ignore: it keeps the stream alive. */
export function encodeComment(text: string): string {
  return `: ${text.replace(/[\r\n]+/g, " ")}\n\n`;
}
