/**
 * Splits a text that grows at its end into blocks that are settled, and an open rest that is parsed again with each
 * piece: "# Title\n\nA paragraph.\n\n- one\n- tw" → settled "# Title\n\n", open "A paragraph.\n\n- one\n- tw".
 */

export interface MarkdownBlock {
  readonly raw: string;
  readonly type: string;
}

export interface GrowthStep {
  /** Text that has been settled since the last step; often "". */
  readonly settled: string;
  /** Text whose blocks can still change with the next piece. */
  readonly open: string;
}

/** The last block can grow, and merge with the one before it: a line can turn out to belong to a list. */
const OPEN_BLOCKS = 2;

/** @param parse parses a text into blocks, whose `raw` texts joined are the text */
export function createGrowthSplitter(
  parse: (text: string) => readonly MarkdownBlock[],
): (text: string) => GrowthStep {
  let length = 0;
  return (text) => {
    const tail = text.slice(length);
    const blocks = parse(tail);
    const visible = blocks.flatMap(({ type }, index) => (type === "space" ? [] : index));
    const firstOpen = visible.at(-OPEN_BLOCKS) ?? 0;
    const settled = blocks
      .slice(0, visible.length <= OPEN_BLOCKS ? 0 : firstOpen)
      .map(({ raw }) => raw)
      .join("");
    // The lexer has changed the text, for example a tab to spaces: block lengths no longer match the text.
    if (!tail.startsWith(settled)) return { settled: "", open: tail };
    length += settled.length;
    return { settled, open: tail.slice(settled.length) };
  };
}
