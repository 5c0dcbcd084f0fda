/** A block of code with its language and a button that copies it. */
import { sanitizeHighlightedCode } from "./sanitize.ts";

/** More than this stays without colours, in characters. */
const MAX_HIGHLIGHTED_LENGTH = 20_000;
/** How long the button says that it copied, in milliseconds. */
const FEEDBACK_MS = 2_000;

/** Put a frame around a `pre` of a reply. Colours come when the highlighter is there. */
export function decorateCodeBlock(pre: HTMLPreElement, coloured: boolean): void {
  const code = pre.querySelector("code");
  if (code === null) return;
  const language = code.dataset["language"] ?? "";
  const frame = element("div", "code-block");
  const header = element("div", "code-header");
  const label = element("span", "code-language");
  label.textContent = language === "" ? "code" : language;
  header.append(label, copyButton(code));
  pre.replaceWith(frame);
  frame.append(header, pre);
  // Wide code scrolls in its frame, with the keys too.
  pre.tabIndex = 0;
  if (coloured && language !== "") void highlightCode(code, language);
}

async function highlightCode(code: HTMLElement, language: string): Promise<void> {
  const text = code.textContent;
  if (text.length > MAX_HIGHLIGHTED_LENGTH) return;
  const { highlight } = await import("./highlight.ts");
  const html = highlight(text, language);
  if (html !== undefined) code.replaceChildren(sanitizeHighlightedCode(html));
}

function copyButton(code: HTMLElement): HTMLButtonElement {
  const button = element("button", "code-copy");
  button.type = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", () => {
    const show = (outcome: string) => {
      button.textContent = outcome;
      setTimeout(() => (button.textContent = "Copy"), FEEDBACK_MS);
    };
    navigator.clipboard.writeText(code.textContent).then(
      () => show("Copied"),
      () => show("Not allowed"),
    );
  });
  return button;
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  name: string,
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  created.className = name;
  return created;
}
