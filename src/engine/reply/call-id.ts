import { randomText } from "../../util/random-text.ts";

/**
 * Makes ids of tool calls in OpenAI's form: `call_` and 24 random letters and digits.
 *
 * @param taken ids that must not be used again: those of the conversation's earlier calls
 */
export function createCallIds(taken: Iterable<string>): () => string {
  const used = new Set(taken);
  return () => {
    let id: string;
    do id = `call_${randomText(24)}`;
    while (used.has(id));
    used.add(id);
    return id;
  };
}
