/** Numbers from 0 to 1, like those of `Math.random`, but the same sequence for the same `seed`. */
export function seededRandom(seed: number): () => number {
  let state = (Math.abs(Math.trunc(seed)) % 2_147_483_645) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
