import fc from "fast-check";
import { expect, it } from "vitest";
import { createGrowthSplitter } from "./growing-text.ts";
import { toHtml } from "./html.ts";
import { parseBlocks } from "./lexer.ts";

const TEXT = `# Title

A paragraph
of two lines.

- one
- two
**bold** goes on

  and belongs to two

| a | b |
|---|---|
| 1 | 2 |

\`\`\`js
let a;

let b;
\`\`\`
> quoted
still quoted

1. first

2. second

Last.`;

/** The HTML of a text that arrives in pieces, and the number of characters that were parsed for it. */
function streamed(pieces: readonly string[]) {
  let parsed = 0;
  const next = createGrowthSplitter((text) => {
    parsed += text.length;
    return parseBlocks(text);
  });
  let text = "";
  let settled = "";
  let open = "";
  for (const piece of pieces) {
    text += piece;
    const step = next(text);
    if (step.settled !== "") settled += toHtml(parseBlocks(step.settled));
    open = toHtml(parseBlocks(step.open));
  }
  return { html: settled + open, parsed };
}

const normal = (html: string) => html.replaceAll(/\s+/g, " ").trim();

it("keeps the last two blocks open", () => {
  const next = createGrowthSplitter(parseBlocks);
  const settled = "# Title\n\n";
  const open = "A paragraph.\n\n- one\n- tw";
  expect(next(settled + open)).toEqual({ settled, open });
});

it("ends with the HTML of the whole text, wherever it is cut", () => {
  const whole = normal(toHtml(parseBlocks(TEXT)));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 60, maxLength: 60 }), (sizes) => {
      let at = 0;
      const pieces = sizes.map((size) => TEXT.slice(at, (at += size)));
      expect(normal(streamed([...pieces, TEXT.slice(at)]).html)).toBe(whole);
    }),
    { numRuns: 15 },
  );
});

it("does not parse a long reply again from the start for each piece", () => {
  const long = Array.from({ length: 400 }, (_, index) => `Paragraph ${index} of the reply.\n\n`);
  const { parsed } = streamed(long);
  expect(parsed).toBeLessThan(8 * long.join("").length);
});
