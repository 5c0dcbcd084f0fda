import type { CompileBudget } from "../compile-budget.ts";
import type { Expression } from "../ebnf/grammar.ts";
import { type PositionAutomaton, type Positions, positionAutomaton } from "./position-automaton.ts";

/** Places where two ways begin with the same character: each may double the number of ways. */
const MAX_FORKS = 3;
const STEPS_PER_RANGE = 0.3;

/**
 * Whether a text may match in a number of ways that grows with its length. llama.cpp follows each way on its own,
 * for every token of the vocabulary: with `(((a?){0,9}b?){0,9}c?){0,2}`, one token takes minutes. It also refuses
 * an endless repetition of what may be empty, as left-recursive. Source: `llama_grammar_reject_candidates` and
 * `llama_grammar_detect_left_recursion` of its `src/llama-grammar.cpp`; tried with b11549.
 *
 * @param expression refers to no rule
 * @throws {CompileBudgetError}
 */
export function isAmbiguous(expression: Expression, budget: CompileBudget): boolean {
  const automaton = positionAutomaton(expression, budget, false);
  const { first, following, isRepeated, repeatsEmpty } = automaton;
  if (repeatsEmpty) return true;
  let forks = hasSharedCharacter(automaton, first, budget) ? 1 : 0;
  for (const [position, next] of following.entries()) {
    if (!hasSharedCharacter(automaton, next, budget)) continue;
    forks += isRepeated[position] === true ? Infinity : 1;
    if (forks > MAX_FORKS) return true;
  }
  return false;
}

function hasSharedCharacter({ sets }: PositionAutomaton, next: Positions, budget: CompileBudget): boolean {
  if (next.length < 2) return false;
  // A position that may come next in two ways is there twice, as in `(a+)*`.
  const ranges = next.flatMap((position) => sets[position] ?? []);
  budget.spend(ranges.length * STEPS_PER_RANGE);
  ranges.sort(([a], [b]) => a - b);
  return ranges.some(([start], index) => start <= (ranges[index - 1]?.[1] ?? -1));
}
