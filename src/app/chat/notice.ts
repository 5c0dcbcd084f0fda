/** One line about the user's last action, shown until the next one. `undo` is null if it cannot be undone. */
export interface Notice {
  readonly text: string;
  readonly undo: (() => Promise<void>) | null;
}
