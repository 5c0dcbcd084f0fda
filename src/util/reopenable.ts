/** A database that another context can close at any time, opened when it is needed. */
export interface Reopenable<Database> {
  /** The open database. Opens it at the first use, again after it was closed, and again after a failed attempt. */
  open(): Promise<Database>;
  /** Closes the database, once a pending `open` has ended. The next `open` opens it again. */
  close(): Promise<void>;
}

/**
 * Makes a connection to an IndexedDB database that gives way: it closes when another context wants to upgrade or
 * delete the database, because it would block that context otherwise.
 *
 * @param openDatabase opens it; calls `onLost` when another context is blocked by it, or the browser has closed it
 */
export function createReopenable<Database extends { close(): void }>(
  openDatabase: (onLost: () => unknown) => Promise<Database>,
): Reopenable<Database> {
  let opening: Promise<Database> | undefined;

  async function close(): Promise<void> {
    const closing = opening;
    opening = undefined;
    await closing?.then(
      (database) => database.close(),
      // A failed attempt has rejected its caller's promise, and leaves nothing to close.
      () => {},
    );
  }

  return {
    open() {
      if (opening !== undefined) return opening;
      const attempt = openDatabase(close);
      opening = attempt;
      attempt.catch(() => {
        if (opening === attempt) opening = undefined;
      });
      return attempt;
    },
    close,
  };
}
