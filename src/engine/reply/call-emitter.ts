import type { StreamPart } from "../../contract/stream-part.ts";

export type CallPart = Extract<StreamPart, { type: "tool-call" | "tool-arguments" }>;

interface Call {
  readonly name: string;
  /** The part of the JSON text that has come. */
  arguments: string;
  /** Characters of the arguments that were emitted; undefined while the call is held back. */
  emitted?: number;
}

/**
 * Emits tool calls as they are written, except those that repeat an earlier call to the letter. A small model goes on
 * with calls that it has made before, and a client would run each of them.
 *
 * A stream cannot take a call back. So a call is held back while an earlier one of its name begins with the same
 * arguments: a delay of calls that a client cannot run yet anyway. After `go({"n":1})`:
 *
 *     begin("go")          →  nothing
 *     append('{"n":1')     →  nothing: it may become a repetition
 *     append("2")          →  tool-call go, tool-arguments `{"n":12`
 *     append("}"), end()   →  tool-arguments `}`; false: it is no repetition
 */
export class CallEmitter {
  readonly #makeId: () => string;
  readonly #calls: Call[] = [];
  #current: Call = { name: "", arguments: "" };

  constructor(makeId: () => string) {
    this.#makeId = makeId;
  }

  /** Number of calls that were emitted, in part or as a whole. */
  get count(): number {
    return this.#calls.length;
  }

  /** Starts the next call. */
  begin(name: string): CallPart[] {
    this.#current = { name, arguments: "" };
    return this.#emit();
  }

  /** Adds to the arguments of the call. */
  append(text: string): CallPart[] {
    this.#current.arguments += text;
    return this.#emit();
  }

  /** Ends the call. @returns true if it repeats an earlier one, and was not emitted */
  end(): boolean {
    // A complete object is no prefix of another one: a call that is still held back equals an earlier one.
    return this.#current.emitted === undefined;
  }

  #emit(): CallPart[] {
    const call = this.#current;
    const parts: CallPart[] = [];
    if (call.emitted === undefined) {
      if (this.#mayRepeat(call)) return [];
      parts.push({ type: "tool-call", index: this.#calls.length, id: this.#makeId(), name: call.name });
      this.#calls.push(call);
      call.emitted = 0;
    }
    const text = call.arguments.slice(call.emitted);
    call.emitted = call.arguments.length;
    if (text !== "") parts.push({ type: "tool-arguments", index: this.#calls.length - 1, text });
    return parts;
  }

  #mayRepeat(call: Call): boolean {
    return this.#calls.some(
      (earlier) => earlier.name === call.name && earlier.arguments.startsWith(call.arguments),
    );
  }
}
