import { EngineError } from "../../contract/engine-error.ts";
import { partialMatchStart } from "../../util/partial-match.ts";
import { CallEmitter, type CallPart } from "./call-emitter.ts";
import { JsonObjectScanner } from "./json-object-scanner.ts";

export type ParsedPart = { readonly type: "text"; readonly text: string } | CallPart;

export interface CallSyntax {
  /** Calls may begin nowhere, only at the start of the reply, or after any text. */
  readonly calls: "never" | "at-start" | "anywhere";
  /** The markers around a call. */
  readonly open: string;
  readonly close: string;
}

const HEADER = /^\n\{"name": "([^"]*)", "arguments": /;
/** A name has at most 64 characters. */
const MAX_HEADER_LENGTH = 128;

/**
 * - `start`: the reply begins with a call or is all text
 * - `text`: a call may follow
 * - `text-only`: text to the end of the reply
 * - `header`, `arguments`, `trailer`: parts of a call
 * - `after-call`: another call may follow
 * - `repeated`: the last call repeats an earlier one; it and the rest are dropped
 */
type State = "start" | "text" | "text-only" | "header" | "arguments" | "trailer" | "after-call" | "repeated";

const INITIAL_STATE = { never: "text-only", "at-start": "start", anywhere: "text" } as const;

/**
 * Separates tool calls from text in a reply that is held to a grammar (`grammar/reply-grammar.ts`). So a call always
 * looks like this, and a reply with calls is `text call (\n call)*`:
 *
 *     <tool_call>   \n{"name": "f", "arguments":    {"a": 1}    }\n</tool_call>
 *     open          header                          arguments   trailer
 *
 * Pieces may end anywhere:
 *
 *     push('Sure. <tool_')                              →  text "Sure. "; `<tool_` may begin a marker
 *     push('call>\n{"name": "f", "arguments": {"a"')    →  tool-call f, tool-arguments `{"a"`
 *     push(': 1}}\n</tool_call>')                       →  tool-arguments `: 1}`
 */
export class ToolCallParser {
  readonly #open: string;
  readonly #close: string;
  readonly #emitter: CallEmitter;
  #state: State;
  /** Text that no step has consumed yet. */
  #held = "";
  #scanner = new JsonObjectScanner();

  constructor({ calls, open, close }: CallSyntax, makeId: () => string) {
    this.#open = open;
    this.#close = close;
    this.#emitter = new CallEmitter(makeId);
    this.#state = INITIAL_STATE[calls];
  }

  /** True once a call was emitted, in part or as a whole. */
  get hasCalls(): boolean {
    return this.#emitter.count > 0;
  }

  /** True once a call came that repeats an earlier one to the letter. It ends the reply. */
  get hasRepeated(): boolean {
    return this.#state === "repeated";
  }

  /**
   * Takes the next piece of the reply. Holds back what may turn out to be a marker.
   *
   * @throws {EngineError} `failed` if a call is malformed
   */
  push(text: string): ParsedPart[] {
    this.#held += text;
    const parts: ParsedPart[] = [];
    for (let next = this.#step(); next !== undefined; next = this.#step()) parts.push(...next);
    return parts;
  }

  /** Ends the reply: the text that was held back. What is left of an incomplete call is dropped. */
  end(): ParsedPart[] {
    return this.#state === "start" || this.#state === "text" ? this.#takeText(this.#held.length) : [];
  }

  /** The parts of the next step; undefined if it needs more text. */
  #step(): ParsedPart[] | undefined {
    if (this.#held === "") return undefined;
    switch (this.#state) {
      case "start":
        return this.#readStart();
      case "text":
        return this.#readText();
      case "text-only":
        return this.#takeText(this.#held.length);
      case "header":
        return this.#readHeader();
      case "arguments":
        return this.#readArguments();
      case "trailer":
        return this.#skip(`}\n${this.#close}`, "after-call");
      case "after-call":
        return this.#skip(`\n${this.#open}`, "header");
      case "repeated":
        this.#held = "";
        return undefined;
    }
  }

  #readStart(): ParsedPart[] | undefined {
    if (this.#held.startsWith(this.#open)) this.#state = "text";
    else if (this.#open.startsWith(this.#held)) return undefined;
    else this.#state = "text-only";
    return [];
  }

  #readText(): ParsedPart[] | undefined {
    const found = this.#held.indexOf(this.#open);
    if (found >= 0) {
      const parts = this.#takeText(found);
      this.#take(this.#open.length);
      this.#state = "header";
      return parts;
    }
    const parts = this.#takeText(partialMatchStart(this.#held, [this.#open]));
    return parts.length > 0 ? parts : undefined;
  }

  #readHeader(): ParsedPart[] | undefined {
    const match = HEADER.exec(this.#held);
    if (match === null) {
      if (this.#held.length > MAX_HEADER_LENGTH) throw malformedCall();
      return undefined;
    }
    const [header, name = ""] = match;
    this.#take(header.length);
    this.#scanner = new JsonObjectScanner();
    this.#state = "arguments";
    return this.#emitter.begin(name);
  }

  #readArguments(): ParsedPart[] {
    const parts = this.#emitter.append(this.#take(this.#scanner.scan(this.#held)));
    if (this.#scanner.isComplete) this.#state = this.#emitter.end() ? "repeated" : "trailer";
    return parts;
  }

  /** Drops `expected` and continues with `next`, once all of it has come. */
  #skip(expected: string, next: State): ParsedPart[] | undefined {
    if (!this.#held.startsWith(expected.slice(0, this.#held.length))) throw malformedCall();
    if (this.#held.length < expected.length) return undefined;
    this.#take(expected.length);
    this.#state = next;
    return [];
  }

  #take(length: number): string {
    const taken = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    return taken;
  }

  #takeText(length: number): ParsedPart[] {
    const text = this.#take(length);
    return text === "" ? [] : [{ type: "text", text }];
  }
}

function malformedCall(): EngineError {
  return new EngineError("failed", "The engine wrote a malformed tool call.");
}
