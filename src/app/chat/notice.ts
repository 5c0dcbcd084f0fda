/** What was done, in one line, with a way back where there is one. Shown until the next thing is done. */
export interface Notice {
  readonly text: string;
  readonly undo: (() => Promise<void>) | null;
}
