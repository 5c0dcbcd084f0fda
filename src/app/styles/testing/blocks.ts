/** A block at the top of a style sheet. */
export interface Block {
  /** The selector, or the at-rule with its condition. */
  readonly prelude: string;
  /** The preludes of the blocks directly in it; those in an at-rule's block as if they stood there. */
  readonly inner: readonly string[];
}

/**
 * The blocks of a style sheet, by their braces. For sheets of ours, whose strings hold no braces and no comments.
 *
 * @throws where braces do not match
 */
export function blocksOf(css: string): Block[] {
  return split(css.replaceAll(/\/\*.*?\*\//gs, "")).map(({ prelude, body }) => ({
    prelude,
    inner: preludesOf(body),
  }));
}

function preludesOf(body: string): string[] {
  return split(body).flatMap((block) =>
    block.prelude.startsWith("@") ? preludesOf(block.body) : [block.prelude],
  );
}

function split(css: string): { readonly prelude: string; readonly body: string }[] {
  const blocks: { prelude: string; body: string }[] = [];
  let depth = 0;
  let start = 0;
  let open = 0;
  for (const { 0: character, index } of css.matchAll(/[{};]/g)) {
    if (character === ";") {
      // The end of a declaration: what comes next is not part of it.
      if (depth === 0) start = index + 1;
      continue;
    }
    depth += character === "{" ? 1 : -1;
    if (depth < 0) throw new Error("The style sheet closes a block that it did not open.");
    if (character === "{" && depth === 1) open = index;
    if (character === "}" && depth === 0) {
      const prelude = css.slice(start, open).trim().replaceAll(/\s+/g, " ");
      blocks.push({ prelude, body: css.slice(open + 1, index) });
      start = index + 1;
    }
  }
  if (depth > 0) throw new Error("The style sheet does not close every block.");
  return blocks;
}
