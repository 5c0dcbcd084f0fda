/** Reads a body chunk by chunk, as a client that looks at each chunk. */
export function readChunks(response: Response) {
  if (response.body === null) throw new Error("The response has no body.");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  return {
    /** The next chunk, or undefined at a clean end. */
    async next(): Promise<string | undefined> {
      const { done, value } = await reader.read();
      return done ? undefined : value;
    },
    /** The rest of the body, and the error that ended it, if any. */
    async rest(): Promise<{ readonly text: string; readonly error?: unknown }> {
      let text = "";
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return { text };
          text += value;
        }
      } catch (error) {
        return { text, error };
      }
    },
    cancel: () => reader.cancel(),
  };
}

/** The parsed values of a stream's `data:` frames, without comments; `[DONE]` stays a string. */
export function dataFrames(text: string): unknown[] {
  return text
    .split("\n\n")
    .filter((frame) => frame.startsWith("data: "))
    .map((frame) => frame.slice("data: ".length))
    .map((data): unknown => (data === "[DONE]" ? data : JSON.parse(data)));
}
