/** Lets one holder in at a time, in the order of asking. */
export interface Exclusive {
  /** Resolves with what gives the place back. Calling it again does nothing. */
  enter(): Promise<() => void>;
}

export function createExclusive(): Exclusive {
  let last: Promise<void> = Promise.resolve();
  return {
    async enter() {
      const before = last;
      let leave = () => {};
      last = new Promise((resolve) => {
        leave = resolve;
      });
      await before;
      return leave;
    },
  };
}
