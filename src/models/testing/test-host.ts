type Answer = Response | Promise<Response> | undefined;

export interface TestHost {
  readonly fetch: typeof globalThis.fetch;
  /** Names of the files requested so far. */
  readonly requests: string[];
  /** Answers in place of the file's content, unless it returns undefined. */
  answer: (file: string) => Answer;
  /** Answers every request, with its range, in place of the files. */
  respond: ((file: string, range: string | null) => Response) | undefined;
  /** Never answer requests for `file`. Resolves at the first one. */
  stall(file: string): Promise<void>;
}

/** A host of files in memory. @param contentOf the content of a file by its name */
export function createTestHost(contentOf: (file: string) => Uint8Array<ArrayBuffer>): TestHost {
  const host: TestHost = {
    requests: [],
    answer: () => undefined,
    respond: undefined,
    stall: (stalled) =>
      new Promise((resolve) => {
        host.answer = (file) => {
          if (file !== stalled) return undefined;
          resolve();
          return new Promise<Response>(() => {});
        };
      }),
    async fetch(input, init) {
      const file = String(input).replace(/^.*\//, "");
      host.requests.push(file);
      const { signal } = init ?? {};
      signal?.throwIfAborted();
      if (host.respond) return host.respond(file, new Headers(init?.headers).get("range"));
      const answer = host.answer(file);
      if (answer === undefined) return new Response(contentOf(file));
      const aborted = new Promise<never>((_, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason)),
      );
      return Promise.race([answer, aborted]);
    },
  };
  return host;
}
