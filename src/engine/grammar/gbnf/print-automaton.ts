import type { CharacterSet } from "../characters/character-set.ts";
import type { HelperRules } from "../ebnf/helper-rules.ts";
import type { AutomatonState } from "./deterministic-automaton.ts";
import { printCharacterClass } from "./gbnf-literals.ts";

/** Classes of more characters become rules of their own, since most are the same in many states. */
const MAX_CLASS_CHARACTERS = 12;

/**
 * A rule for each state, of which the first is the start: `h1 ::= "" | [a-z] h1 | [@] h2`. A state that has one way
 * in and one way out is a part of the rule before it.
 *
 * @returns the name of the rule of the start
 */
export function printAutomaton(states: readonly AutomatonState[], helpers: HelperRules): string {
  const entries = new Map<number, number>();
  for (const { moves } of states) for (const to of moves.keys()) entries.set(to, (entries.get(to) ?? 0) + 1);
  const names = new Map<number, string>();
  const nameOf = (index: number): string => {
    const name = names.get(index) ?? helpers.reserve();
    names.set(index, name);
    return name;
  };
  const symbolOf = (set: CharacterSet): string => {
    const text = printCharacterClass(set);
    return text.length > MAX_CLASS_CHARACTERS ? helpers.nameOf(text) : text;
  };
  const isEnd = ({ moves }: AutomatonState) => moves.size === 0;
  const isPassage = (state: AutomatonState, index: number) =>
    !state.isAccepting && state.moves.size === 1 && entries.get(index) === 1;

  /** The text from a state on, up to one that has a rule. */
  const textFrom = (from: number): string => {
    const symbols: string[] = [];
    for (let index = from; ;) {
      const state = states[index];
      if (state === undefined || isEnd(state)) return symbols.join(" ");
      const [move] = state.moves;
      if (move === undefined || !isPassage(state, index)) return [...symbols, nameOf(index)].join(" ");
      symbols.push(symbolOf(move[1]));
      index = move[0];
    }
  };
  const start = nameOf(0);
  // Printing a rule may name further states, which the loop then reaches as well.
  for (const [index, name] of names) {
    const state = states[index];
    if (state === undefined) continue;
    const ways = Array.from(state.moves, ([to, set]) => `${symbolOf(set)} ${textFrom(to)}`.trim());
    helpers.define(name, [...(state.isAccepting ? ['""'] : []), ...ways].join(" | "));
  }
  return start;
}
