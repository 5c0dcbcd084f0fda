/** IndexedDB that fails as browsers let it fail. Each function returns one that mends it. */
import { vi } from "vitest";

/**
 * Writing fails for want of room.
 *
 * @param when `request`: the write itself fails; `commit`: it seems to be done, and its transaction is then aborted
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

/** Nothing can be read any more, as where the browser has lost the database's files. */
export function breakStorage(): () => void {
  const spy = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
    throw new DOMException("Internal error.", "UnknownError");
  });
  return () => spy.mockRestore();
}
