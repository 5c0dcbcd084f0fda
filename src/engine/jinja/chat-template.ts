/** Chat templates in Jinja, as GGUF files have them. They are text from a file: nothing in them is trusted. */
import { Environment, parse, tokenize } from "@huggingface/jinja";
import { messageOf } from "../../util/message-of.ts";
import { BoundedInterpreter } from "./bounded-interpreter.ts";
import { GLOBALS } from "./globals.ts";
import { MAX_REASON, TemplateError } from "./template-error.ts";

/** The longest ones of known models have 20,000 characters. */
const MAX_LENGTH = 100_000;
/** The library's time for a run of white space grows with the square of its length. */
const LONG_SPACE = /\s{1000}/;

export interface ChatTemplate {
  /** @throws {TemplateError} if the template refuses the variables, fails, or does too much */
  render(variables: Readonly<Record<string, unknown>>): string;
}

/** @throws {TemplateError} if `source` is no Jinja that we know */
export function parseChatTemplate(source: string): ChatTemplate {
  if (source.length > MAX_LENGTH) throw new TemplateError(`has more than ${MAX_LENGTH} characters`);
  if (LONG_SPACE.test(source))
    throw new TemplateError("has more white space in a row than any template needs");
  const program = withoutLibraryErrors("cannot be parsed", () =>
    parse(tokenize(source, { lstrip_blocks: true, trim_blocks: true })),
  );
  return {
    render: (variables) =>
      withoutLibraryErrors("fails", () => {
        const environment = new Environment();
        for (const [name, value] of Object.entries({ ...GLOBALS, ...variables }))
          environment.set(name, value);
        return new BoundedInterpreter(environment).run(program).toString();
      }),
  };
}

/** Stack overflows of deep nesting are among the library's errors. */
function withoutLibraryErrors<Result>(fault: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    throw new TemplateError(`${fault}: ${messageOf(error).slice(0, MAX_REASON)}`, { cause: error });
  }
}
