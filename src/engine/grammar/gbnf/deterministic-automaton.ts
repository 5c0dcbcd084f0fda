import { type CharacterSet, characterSet, type CodePointRange } from "../characters/character-set.ts";
import type { CompileBudget } from "../compile-budget.ts";
import type { Expression } from "../ebnf/grammar.ts";
import { type PositionAutomaton, type Positions, positionAutomaton } from "./position-automaton.ts";

/** A state of an automaton that goes on in one way with each character. */
export interface AutomatonState {
  readonly isAccepting: boolean;
  /** The characters that lead to a state, by the index of that state. */
  readonly moves: ReadonlyMap<number, CharacterSet>;
}

const STEPS_PER_BOUNDARY = 1;
const STEPS_PER_POSITION = 0.4;

/**
 * The subset construction: a state is the set of the positions where a text may be. The first state is the start.
 *
 * @param expression refers to no rule
 * @throws {CompileBudgetError} also where there would be too many states: their number may grow exponentially
 */
export function deterministicAutomaton(expression: Expression, budget: CompileBudget): AutomatonState[] {
  const automaton = positionAutomaton(expression, budget, true);
  const { following, first, last, isNullable } = automaton;
  const indices = new Map<string, number>();
  const pending: Positions[] = [];
  const indexOf = (positions: Positions): number => {
    const key = positions.join(" ");
    const known = indices.get(key);
    if (known !== undefined) return known;
    indices.set(key, pending.push(positions));
    return pending.length;
  };
  const movesTo = (next: Positions): ReadonlyMap<number, CharacterSet> => {
    const moves = new Map<number, CodePointRange[]>();
    for (const { range, positions } of disjointRanges(automaton, next, budget)) {
      const index = indexOf(positions);
      const ranges = moves.get(index) ?? [];
      ranges.push(range);
      moves.set(index, ranges);
    }
    return new Map([...moves].map(([index, ranges]) => [index, characterSet(ranges)]));
  };

  const states: AutomatonState[] = [{ isAccepting: isNullable, moves: movesTo(first) }];
  for (const positions of pending) {
    const next = new Set(positions.flatMap((position) => following[position] ?? []));
    budget.spend(next.size * STEPS_PER_POSITION);
    states.push({
      isAccepting: positions.some((position) => last.has(position)),
      moves: movesTo([...next].toSorted((a, b) => a - b)),
    });
  }
  return states;
}

/** Cuts the characters of some positions where any of their ranges begins or ends. */
function* disjointRanges(
  { sets }: PositionAutomaton,
  next: Positions,
  budget: CompileBudget,
): Generator<{ range: CodePointRange; positions: Positions }> {
  const boundaries = new Map<number, { begin: number[]; end: number[] }>();
  const at = (code: number) => {
    const known = boundaries.get(code) ?? { begin: [], end: [] };
    boundaries.set(code, known);
    return known;
  };
  for (const position of next) {
    for (const [start, end] of sets[position] ?? []) {
      at(start).begin.push(position);
      at(end + 1).end.push(position);
    }
  }
  const codes = [...boundaries.keys()].toSorted((a, b) => a - b);
  const current = new Set<number>();
  for (const [index, code] of codes.entries()) {
    const { begin, end } = at(code);
    for (const position of end) current.delete(position);
    for (const position of begin) current.add(position);
    budget.spend(STEPS_PER_BOUNDARY + current.size * STEPS_PER_POSITION);
    const until = codes[index + 1];
    if (current.size === 0 || until === undefined) continue;
    yield { range: [code, until - 1], positions: [...current].toSorted((a, b) => a - b) };
  }
}
