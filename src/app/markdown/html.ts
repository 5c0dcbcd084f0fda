/** Tokens into HTML, which is sanitised afterwards: what the model wrote is escaped here. */
import { Parser, Renderer, type Token, type Tokens } from "marked";
import { checkLink } from "./link.ts";

/** A larger table is shown as it was written: cells are elements, and a reply can have any number. */
const MAX_TABLE_CELLS = 2_000;

class ReplyRenderer extends Renderer {
  /** Within a message, whose heading is of the second level. */
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
    return linkTo(href, text, plain(tokens));
  }

  /** A picture would tell its host that the reply was read: it is named instead. */
  override image({ href, text }: Tokens.Image): string {
    const name = `Image: ${text === "" ? "without a description" : text}`;
    return linkTo(href, escape(name), name);
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

function linkTo(href: string, html: string, text: string): string {
  const link = checkLink(unescape(href), text);
  if (link === undefined) return html;
  const warning = link.warning === null ? "" : ` <small>(${escape(link.warning)})</small>`;
  return `<a href="${escape(link.href)}" title="${escape(link.title)}">${html}</a>${warning}`;
}

/** The text of inline tokens as a reader sees it. */
function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      "tokens" in token && token.tokens ? plain(token.tokens) : "text" in token ? String(token.text) : "",
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

/** marked leaves character references in addresses as they were written. */
function unescape(url: string): string {
  return url.replaceAll("&amp;", "&");
}

export function toHtml(blocks: Token[]): string {
  return new Parser({ renderer: new ReplyRenderer() }).parse(blocks);
}
