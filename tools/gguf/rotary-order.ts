/** The index of the source row for each row of the result. */
export type RowOrder = (row: number) => number;

/**
 * Reverts llama.cpp's order of the rows of the query and key matrices, in which the two rows of a rotary pair are
 * adjacent. The kernels, like the original model, expect the first rows of all pairs of a head, then the second rows:
 * for a head of 4 rows, `[a0, b0, a1, b1] → [a0, a1, b0, b1]`.
 *
 * @param headDim rows of one head, even
 */
export function halfSplitOrder(headDim: number): RowOrder {
  const pairs = headDim / 2;
  return (row) => {
    const inHead = row % headDim;
    return row - inHead + (inHead % pairs) * 2 + Math.floor(inHead / pairs);
  };
}
