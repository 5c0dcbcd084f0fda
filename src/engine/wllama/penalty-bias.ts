/** A control token as it is in prompts. */
export interface ControlToken {
  readonly text: string;
  readonly id: number;
}

type LogitBias = [token: string | number, bias: number];

/**
 * llama.cpp counts the tokens of the prompt in its penalties, where the contract counts those of the reply. This bias
 * takes the prompt's part of the frequency penalty back, and for control tokens, which end the reply, of the presence
 * penalty too. (The presence penalty of the prompt's other tokens remains: a bias of a text adds up.)
 *
 * @param prompt its texts
 * @param penalties as in the request
 * @returns biases of tokens, or of each token of a text for each time that it is in the text
 */
export function penaltyBias(
  prompt: readonly string[],
  controlTokens: readonly ControlToken[],
  { frequency, presence }: { readonly frequency: number; readonly presence: number },
): LogitBias[] {
  if (frequency === 0 && presence === 0) return [];
  const biases: LogitBias[] = [];
  let texts = prompt;
  for (const { text, id } of controlTokens) {
    const pieces = texts.flatMap((piece) => piece.split(text));
    const count = pieces.length - texts.length;
    if (count > 0) biases.push([id, count * frequency + presence]);
    texts = pieces;
  }
  if (frequency === 0) return biases;
  return [...biases, ...texts.filter((text) => text !== "").map((text): LogitBias => [text, frequency])];
}
