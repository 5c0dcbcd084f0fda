/** The app's own API key: short-lived, only in memory, and replaced when it expires or is refused. */

export interface AccessKey {
  /** A key that is valid for at least another minute. */
  get(): Promise<string>;
  /** Issue a new key next time, because the service refused this one. */
  invalidate(): void;
}

/** Name of the app's own keys, by which a list of keys tells them from the user's. */
export const APP_KEY_NAME = "Insitu app";

const KEY_LIFETIME_SECONDS = 24 * 60 * 60;
const RENEWAL_MARGIN_MS = 60_000;

export function createAccessKey(
  issue: (expiresIn: number) => Promise<{ readonly key: string }>,
  now: () => number = Date.now,
): AccessKey {
  let current: { readonly key: Promise<string>; readonly validUntil: number } | undefined;

  function renew() {
    const validUntil = now() + KEY_LIFETIME_SECONDS * 1000 - RENEWAL_MARGIN_MS;
    const key = issue(KEY_LIFETIME_SECONDS).then((issued) => issued.key);
    const renewed = { key, validUntil };
    key.catch(() => {
      if (current === renewed) current = undefined;
    });
    return renewed;
  }

  return {
    get() {
      if (current === undefined || now() >= current.validUntil) current = renew();
      return current.key;
    },
    invalidate() {
      current = undefined;
    },
  };
}
