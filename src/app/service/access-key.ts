/** The app's own API key: short-lived, kept in memory only, made anew when it runs out or was revoked. */

export interface AccessKey {
  /** A key with at least a minute left. */
  get(): Promise<string>;
  /** Make a new one next time: the service refused this one. */
  invalidate(): void;
}

/** How the app's own keys are named, so that a list of keys can tell them from the person's. */
export const APP_KEY_NAME = "Insitu app";

const KEY_LIFETIME_SECONDS = 24 * 60 * 60;
const RENEWAL_MARGIN_MS = 60_000;

export function createAccessKey(
  issue: (expiresIn: number) => Promise<{ readonly key: string }>,
  now: () => number = Date.now,
): AccessKey {
  let current: { readonly key: Promise<string>; readonly goodUntil: number } | undefined;

  function renew() {
    const goodUntil = now() + KEY_LIFETIME_SECONDS * 1000 - RENEWAL_MARGIN_MS;
    const key = issue(KEY_LIFETIME_SECONDS).then((issued) => issued.key);
    const renewed = { key, goodUntil };
    key.catch(() => {
      if (current === renewed) current = undefined;
    });
    return renewed;
  }

  return {
    get() {
      if (current === undefined || now() >= current.goodUntil) current = renew();
      return current.key;
    },
    invalidate() {
      current = undefined;
    },
  };
}
