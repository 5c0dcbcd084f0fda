/** Renders Markdown tokens as HTML. All text of the model is escaped here, and the result is sanitised later. */
import { Parser, Renderer, type Token, type Tokens } from "marked";
import { checkLink } from "./link.ts";

/** A larger table is shown as source text: every cell is an element, and replies have no bound on them. */
const MAX_TABLE_CELLS = 2_000;

class ReplyRenderer extends Renderer {
  /** Headings start at level 3: the message's own heading has level 2. */
  override heading({ tokens, depth }: Tokens.Heading): string {
    const level = Math.min(depth + 2, 6);
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
  }

  override code({ text, lang }: Tokens.Code): string {
    const language = /^[\w+#.-]{1,30}/.exec(lang ?? "")?.[0] ?? "";
    return `<pre><code data-language="${escape(language)}">${escape(text)}</code></pre>`;
  }

  override link({ href, tokens }: Tokens.Link): string {
    const text = this.parser.parseInline(tokens);
    return renderLink(href, text, visibleText(tokens));
  }

  /** Images become links: loading one would tell its host that the reply was read. */
  override image({ href, text }: Tokens.Image): string {
    const name = `Image: ${text === "" ? "without a description" : text}`;
    return renderLink(href, escape(name), name);
  }

  override checkbox({ checked }: Tokens.Checkbox): string {
    return checked ? "☑ " : "☐ ";
  }

  override table(token: Tokens.Table): string {
    if ((token.rows.length + 1) * token.header.length > MAX_TABLE_CELLS) {
      return `<pre><code data-language="table">${escape(token.raw)}</code></pre>`;
    }
    return `<div class="table-frame" tabindex="0">${super.table(token)}</div>`;
  }
}

function renderLink(href: string, html: string, text: string): string {
  const link = checkLink(unescape(href), text);
  if (link === undefined) return html;
  const warning = link.warning === null ? "" : ` <small>(${escape(link.warning)})</small>`;
  return `<a href="${escape(link.href)}" title="${escape(link.title)}">${html}</a>${warning}`;
}

/** The visible text of inline tokens. */
function visibleText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      "tokens" in token && token.tokens
        ? visibleText(token.tokens)
        : "text" in token
          ? String(token.text)
          : "",
    )
    .join("");
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** marked leaves character references in addresses as they are. */
function unescape(url: string): string {
  return url.replaceAll("&amp;", "&");
}

export function toHtml(blocks: Token[]): string {
  return new Parser({ renderer: new ReplyRenderer() }).parse(blocks);
}
