/** Markdown into tokens: GitHub's flavour without HTML, and with bounds on the work that a text can ask for. */
import { Lexer, type MarkedOptions, type Token, Tokenizer, type Tokens } from "marked";

/** Emphasis is matched in quadratic time: a longer stretch of text without a block's end stays plain. */
const MAX_INLINE_LENGTH = 8_000;
/** Each level of a quotation or list is parsed again for the level within. */
const MAX_BLOCK_DEPTH = 32;

class ReplyTokenizer extends Tokenizer {
  #depth = 0;

  /** HTML of a reply is text like any other. */
  override html(): undefined {
    return undefined;
  }

  override tag(): undefined {
    return undefined;
  }

  override blockquote(source: string): Tokens.Blockquote | undefined {
    return this.#within(() => super.blockquote(source));
  }

  override list(source: string): Tokens.List | undefined {
    return this.#within(() => super.list(source));
  }

  #within<T>(parse: () => T): T | undefined {
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

/** The blocks of a text, in order; their `raw` texts joined are the text. */
export function parseBlocks(text: string): Token[] {
  return new BoundedLexer(options()).lex(text);
}
