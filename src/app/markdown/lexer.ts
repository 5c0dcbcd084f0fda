/** Parses GitHub-flavoured Markdown without HTML, within bounds on the work that a text can cause. */
import { Lexer, type MarkedOptions, type Token, Tokenizer, type Tokens } from "marked";

/** Longer inline text stays plain, because emphasis is matched in quadratic time. In characters. */
const MAX_INLINE_LENGTH = 8_000;
/** Deeper nesting stays plain, because each level of a quotation or list is parsed again for the next one. */
const MAX_BLOCK_DEPTH = 32;

class ReplyTokenizer extends Tokenizer {
  #depth = 0;

  /** HTML is treated as text. */
  override html(): undefined {
    return undefined;
  }

  override tag(): undefined {
    return undefined;
  }

  override blockquote(source: string): Tokens.Blockquote | undefined {
    return this.#nested(() => super.blockquote(source));
  }

  override list(source: string): Tokens.List | undefined {
    return this.#nested(() => super.list(source));
  }

  #nested<T>(parse: () => T): T | undefined {
    if (this.#depth === MAX_BLOCK_DEPTH) return undefined;
    this.#depth += 1;
    try {
      return parse();
    } finally {
      this.#depth -= 1;
    }
  }
}

class BoundedLexer extends Lexer {
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (source.length <= MAX_INLINE_LENGTH) return super.inlineTokens(source, tokens);
    tokens.push({ type: "text", raw: source, text: source, escaped: false });
    return tokens;
  }
}

const options = (): MarkedOptions => ({ gfm: true, tokenizer: new ReplyTokenizer() });

/** @returns the blocks of a text; their `raw` texts joined are the text */
export function parseBlocks(text: string): Token[] {
  return new BoundedLexer(options()).lex(text);
}
