/** IndexedDB that fails as in browsers. Each function returns one that restores it. */
import { vi } from "vitest";

/**
 * Makes writes fail as if the quota were full.
 *
 * @param when `request`: the write itself fails; `commit`: it succeeds, and then its transaction is aborted
 */
export function fillStorage(when: "request" | "commit" = "request"): () => void {
  const spies = (["put", "add"] as const).map((method) => {
    const write = IDBObjectStore.prototype[method];
    return vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...row
    ) {
      if (when === "request") throw new DOMException("The quota is full.", "QuotaExceededError");
      const written = write.apply(this, row);
      written.addEventListener("success", () => this.transaction.abort());
      return written;
    });
  });
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}

/** Makes all reads fail, as if the browser had lost the database's files. */
export function breakStorage(): () => void {
  const spy = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
    throw new DOMException("Internal error.", "UnknownError");
  });
  return () => spy.mockRestore();
}
