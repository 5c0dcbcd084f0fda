/** Interval of the `alive` messages by which a host shows that its event loop runs, in milliseconds. */
export const ALIVE_INTERVAL_MS = 2_500;
