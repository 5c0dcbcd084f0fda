/** Edits of a package's module at build time, which fail if the package is not as expected. */
import { parseSync } from "vite";

/** A string constant at the top level of a module. */
export interface StringConstant {
  readonly value: string;
  /** Its expression, as the code has it. */
  readonly source: string;
}

/** @returns reads a constant of the module by its name. It throws if there is no such string. */
export function stringConstants(code: string): (name: string) => StringConstant {
  const { program } = parseSync("module.js", code);
  return (name) => {
    for (const statement of program.body) {
      if (statement.type !== "VariableDeclaration") continue;
      for (const { id, init } of statement.declarations) {
        if (id.type !== "Identifier" || id.name !== name || init === null) continue;
        const source = code.slice(init.start, init.end);
        if (init.type === "Literal" && typeof init.value === "string") return { value: init.value, source };
        const [only] = init.type === "TemplateLiteral" ? init.quasis : [];
        if (init.type === "TemplateLiteral" && init.quasis.length === 1 && only?.value.cooked) {
          return { value: only.value.cooked, source };
        }
      }
    }
    throw new Error(`The module has no string constant ${name}.`);
  };
}

/** @throws if `text` does not contain `search` exactly once */
export function replaceOnce(text: string, search: string, replacement: string): string {
  const parts = text.split(search);
  const [before, after] = parts;
  if (parts.length !== 2 || before === undefined || after === undefined) {
    throw new Error(`Expected "${search.slice(0, 80)}" once, found it ${parts.length - 1} times.`);
  }
  return before + replacement + after;
}
