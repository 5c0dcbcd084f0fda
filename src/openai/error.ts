/** The one shape of errors: `{"error":{"message","type","param","code"}}`. */
import { toWellFormed } from "./well-formed.ts";

export type ErrorType = "invalid_request_error" | "requests" | "tokens" | "server_error";

export interface ErrorBody {
  readonly error: {
    readonly message: string;
    readonly type: ErrorType;
    readonly param: string | null;
    readonly code: string | null;
  };
}

export interface ApiErrorOptions extends ErrorOptions {
  readonly type?: ErrorType;
  readonly param?: string | null;
  readonly code?: string | null;
  /** Response headers that belong to this error, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Limits that keep an error body under 8 kB even if every character becomes a six-byte escape. */
const MAX_MESSAGE_LENGTH = 900;
const MAX_PARAM_LENGTH = 200;

/** An error with an HTTP status. `message` says what is wrong and what would be right. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly type: ErrorType;
  readonly param: string | null;
  readonly code: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    message: string,
    options: ApiErrorOptions = {},
  ) {
    super(message, options);
    this.type = options.type ?? (status >= 500 ? "server_error" : "invalid_request_error");
    this.param = options.param ?? null;
    this.code = options.code ?? null;
    this.headers = options.headers ?? {};
  }

  /** The body to send, truncated so that its size does not depend on the input. */
  toBody(): ErrorBody {
    return {
      error: {
        message: truncate(this.message, MAX_MESSAGE_LENGTH),
        type: this.type,
        param: this.param === null ? null : truncate(this.param, MAX_PARAM_LENGTH),
        code: this.code,
      },
    };
  }
}

/** A 400 that names the invalid field. `problem` completes the sentence "'param' …". */
export function fieldError(param: string, problem: string): ApiError {
  return new ApiError(400, `'${param}' ${problem}.`, { param });
}

/** A client's text in quotes, truncated for a message. */
export function quote(text: string): string {
  return `'${truncate(text, 64)}'`;
}

/**
 * The result is well-formed Unicode, even if the client's text is not or the cut splits a surrogate pair: some JSON
 * parsers reject anything else.
 */
function truncate(text: string, length: number): string {
  return toWellFormed(text.length <= length ? text : `${text.slice(0, length - 1)}…`);
}
