/** Replies as nodes. Entry of the chunk that has the Markdown parser and the sanitiser in it. */
import { decorateCodeBlock } from "./code-block.ts";
import { createGrowthSplitter } from "./growing-text.ts";
import { toHtml } from "./html.ts";
import { parseBlocks } from "./lexer.ts";
import { sanitizeReply } from "./sanitize.ts";

/** A longer text is shown as it was written, in characters. */
const MAX_MARKDOWN_LENGTH = 100_000;
/** So is one that would make more elements than a page scrolls well with. */
const MAX_ELEMENTS = 4_000;

export interface RenderOptions {
  /** False while the text may go on: code gets its colours when it is whole. */
  readonly settled: boolean;
}

export function renderMarkdown(text: string, { settled }: RenderOptions): DocumentFragment {
  if (text.length > MAX_MARKDOWN_LENGTH) return toPlainParagraph(text);
  const fragment = sanitizeReply(toHtml(parseBlocks(text)));
  if (fragment.querySelectorAll("*").length > MAX_ELEMENTS) return toPlainParagraph(text);
  for (const link of fragment.querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
  }
  for (const pre of fragment.querySelectorAll("pre")) decorateCodeBlock(pre, settled);
  return fragment;
}

function toPlainParagraph(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const paragraph = document.createElement("p");
  paragraph.className = "text";
  paragraph.textContent = text;
  fragment.append(paragraph);
  return fragment;
}

/** How much longer than showing a step took, nothing more is shown: a page that only renders is frozen. */
const PAUSE_FACTOR = 4;

/**
 * Show a text that grows at its end in an empty element. What is settled stays as it is; only the last
 * blocks are made anew, and less often where that takes long.
 *
 * @returns to be called with the whole text so far
 */
export function createGrowingRenderer(host: Element): (text: string) => void {
  const next = createGrowthSplitter(parseBlocks);
  let open: ChildNode[] = [];
  let latest = "";
  let due = 0;
  let waiting = false;

  function show(): void {
    const began = performance.now();
    waiting = false;
    if (latest.length > MAX_MARKDOWN_LENGTH) {
      host.replaceChildren(toPlainParagraph(latest));
    } else {
      const step = next(latest);
      for (const node of open) node.remove();
      if (step.settled !== "") host.append(renderMarkdown(step.settled, { settled: true }));
      const fragment = renderMarkdown(step.open, { settled: false });
      open = [...fragment.childNodes];
      host.append(fragment);
    }
    const ended = performance.now();
    due = ended + PAUSE_FACTOR * (ended - began);
  }

  return (text) => {
    latest = text;
    if (waiting) return;
    const wait = due - performance.now();
    waiting = wait > 0;
    if (waiting) setTimeout(show, wait);
    else show();
  };
}
