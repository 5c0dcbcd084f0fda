/** Renders replies as DOM nodes. Entry of the chunk with the Markdown parser and the sanitiser. */
import { decorateCodeBlock } from "./code-block.ts";
import { createGrowthSplitter } from "./growing-text.ts";
import { toHtml } from "./html.ts";
import { parseBlocks } from "./lexer.ts";
import { sanitizeReply } from "./sanitize.ts";

/** A longer text is shown as plain text. In characters. */
const MAX_MARKDOWN_LENGTH = 100_000;
/** A text with more elements is shown as plain text, because the page would scroll badly. */
const MAX_ELEMENTS = 4_000;

export interface RenderOptions {
  /** False while the text can grow: code is highlighted when it is complete. */
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

/** The pause after a rendering step, as a multiple of the step's time, so that the page stays responsive. */
const PAUSE_FACTOR = 4;

/**
 * Renders a text that grows at its end into the empty element `host`. Settled blocks stay; only the last blocks are
 * rendered again, less often the longer that takes.
 *
 * @returns a function to call with the complete text so far
 */
export function createGrowingRenderer(host: Element): (text: string) => void {
  const next = createGrowthSplitter(parseBlocks);
  let open: ChildNode[] = [];
  let latest = "";
  let due = 0;
  let waiting = false;

  function show(): void {
    const startedAt = performance.now();
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
    const endedAt = performance.now();
    due = endedAt + PAUSE_FACTOR * (endedAt - startedAt);
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
