/** Promises by key. A promise that rejects is dropped, so that the next call starts again. */
export class PromiseCache<Key, Value> {
  readonly #promises = new Map<Key, Promise<Value>>();

  get(key: Key): Promise<Value> | undefined {
    return this.#promises.get(key);
  }

  /** The promise under `key`, or else the one that `start` returns. */
  getOrStart(key: Key, start: () => Promise<Value>): Promise<Value> {
    const known = this.#promises.get(key);
    if (known !== undefined) return known;
    const started = start();
    this.#promises.set(key, started);
    started.catch(() => {
      if (this.#promises.get(key) === started) this.#promises.delete(key);
    });
    return started;
  }

  values(): readonly Promise<Value>[] {
    return [...this.#promises.values()];
  }

  delete(key: Key): void {
    this.#promises.delete(key);
  }
}
