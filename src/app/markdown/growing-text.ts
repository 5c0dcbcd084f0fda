/** Which part of a text that only grows at its end is settled, so that it need not be parsed again. */

export interface MarkdownBlock {
  readonly raw: string;
  readonly type: string;
}

export interface GrowthStep {
  /** What has been settled since the last step, "" where nothing has. */
  readonly settled: string;
  /** What may still change with the next piece of text. */
  readonly open: string;
}

/** The last block may go on, and the one before it with it: a paragraph's line can belong to a list. */
const OPEN_BLOCKS = 2;

/** @param blocksOf gives the blocks of a text, whose `raw` texts joined are the text */
export function createGrowthSplitter(
  blocksOf: (text: string) => readonly MarkdownBlock[],
): (text: string) => GrowthStep {
  let length = 0;
  return (text) => {
    const tail = text.slice(length);
    const blocks = blocksOf(tail);
    const spoken = blocks.flatMap(({ type }, index) => (type === "space" ? [] : index));
    const firstOpen = spoken.at(-OPEN_BLOCKS) ?? 0;
    const settled = blocks
      .slice(0, spoken.length <= OPEN_BLOCKS ? 0 : firstOpen)
      .map(({ raw }) => raw)
      .join("");
    // A lexer that changed the text, a tab into spaces say, cannot tell where its blocks end.
    if (!tail.startsWith(settled)) return { settled: "", open: tail };
    length += settled.length;
    return { settled, open: tail.slice(settled.length) };
  };
}
