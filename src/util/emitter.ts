/** Passes events on to its observers, in the order in which they subscribed. */
export class Emitter<Event> {
  readonly #observers = new Set<(event: Event) => void>();

  /** @returns a function that ends the subscription */
  readonly observe = (observer: (event: Event) => void): (() => void) => {
    this.#observers.add(observer);
    return () => void this.#observers.delete(observer);
  };

  readonly emit = (event: Event): void => {
    for (const observer of this.#observers) observer(event);
  };
}
