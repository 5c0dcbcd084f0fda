/** A browser and its tabs as the scenarios see them, whatever protocol drives the browser. */

export type BrowserName = "firefox" | "webkit";

export interface TestBrowser {
  readonly name: BrowserName;
  /** As the browser reports it, such as `153.7.0`. */
  readonly version: string;
  /** Open a new tab. */
  newPage(): Promise<BrowserPage>;
  /** Close the browser, and remove its profile. */
  close(): Promise<void>;
}

export interface BrowserPage {
  /** Open a URL, and wait for its `load` event. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /**
   * Run a function in the page, and wait for its result, however long it takes. The browser gets only the function's
   * source text, so it must not refer to anything outside itself. Arguments and result travel as JSON.
   *
   * @throws {PageGoneError} if the page was left before the result came
   * @throws {InPageError} if the function throws
   */
  evaluate<Args extends readonly unknown[], Result>(
    inPage: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Click the first element that matches. */
  click(selector: string): Promise<void>;
  /** Type into the first element that matches, key by key; `\n` is the Enter key. */
  type(selector: string, text: string): Promise<void>;
  /** Write a picture of the window's content, a PNG, to `file`. */
  screenshot(file: string): Promise<void>;
  close(): Promise<void>;
}

/** The part of a page that each protocol implements: `createPage` adds the rest. */
export interface PageProtocol extends Omit<BrowserPage, "evaluate"> {
  /** Evaluate an expression whose value is a string, at once. */
  run(expression: string): Promise<string>;
}

/** The document in which a function ran is gone: the page was reloaded or left. */
export class PageGoneError extends Error {
  override readonly name = "PageGoneError";
}

/** A function threw in the page. The message is the error's text and stack there. */
export class InPageError extends Error {
  override readonly name = "InPageError";
}
