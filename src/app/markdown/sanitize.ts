/** Turns HTML into nodes with DOMPurify. Only the tags and attributes that are listed here are kept. */
import DOMPurify, { type Config } from "dompurify";

const REPLY: Config = {
  ALLOWED_TAGS: [
    ..."p br hr strong em del code pre blockquote ul ol li small a div".split(" "),
    ..."h3 h4 h5 h6 table thead tbody tr th td".split(" "),
  ],
  ALLOWED_ATTR: ["href", "title", "start", "align", "class", "tabindex", "data-language"],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/,
  // These are not addresses, so the expression above must not be applied to them.
  ADD_URI_SAFE_ATTR: ["align", "start", "tabindex"],
};
const HIGHLIGHTED_CODE: Config = { ALLOWED_TAGS: ["span"], ALLOWED_ATTR: ["class"] };

export function sanitizeReply(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, { ...REPLY, RETURN_DOM_FRAGMENT: true });
}

export function sanitizeHighlightedCode(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, { ...HIGHLIGHTED_CODE, RETURN_DOM_FRAGMENT: true });
}
