/** Which source row is wanted at each place. */
export type RowOrder = (row: number) => number;

/**
 * Undoes llama.cpp's order of the rows of the query and key matrices. It keeps the two rows that a rotary
 * position turns together side by side; the kernels, as the model's authors, want the first rows of all
 * pairs of a head, then the second ones.
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
