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

/** Bounds that keep an error body under 8 kB when every character becomes a six-byte escape. */
const MAX_MESSAGE_LENGTH = 900;
const MAX_PARAM_LENGTH = 200;

/** An error with an HTTP status. `message` says what was wrong and what would be right. */
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

  /** The body to send, cut to a length that any input stays under. */
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

/** A 400 that names the field at fault. */
export function fieldError(param: string, problem: string): ApiError {
  return new ApiError(400, `'${param}' ${problem}.`, { param });
}

/** A client's text, short enough to stand in a message. */
export function quote(text: string): string {
  return `'${truncate(text, 64)}'`;
}

/** Well-formed, though the client's text was not or the cut falls into a character: some JSON parsers insist. */
function truncate(text: string, length: number): string {
  return toWellFormed(text.length <= length ? text : `${text.slice(0, length - 1)}…`);
}
