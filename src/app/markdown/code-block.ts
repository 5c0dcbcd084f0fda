/** Gives a code block its language label, a copy button and syntax highlighting. */
import { sanitizeHighlightedCode } from "./sanitize.ts";

/** Longer code is not highlighted. In characters. */
const MAX_HIGHLIGHTED_LENGTH = 20_000;
/** Time for which the copy button shows its outcome. */
const FEEDBACK_MS = 2_000;

/** Wraps a `pre` of a reply in a frame with a header. Highlighting follows once its module has loaded. */
export function decorateCodeBlock(pre: HTMLPreElement, highlighted: boolean): void {
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
  // Makes wide code scrollable with the keyboard.
  pre.tabIndex = 0;
  if (highlighted && language !== "") void highlightCode(code, language);
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
