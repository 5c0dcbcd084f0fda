import type { BrowserName, TestBrowser } from "./browser-page.ts";

/** A browser that the tests know, installed or not. */
export interface BrowserKind {
  readonly name: BrowserName;
  readonly needs: readonly Need[];
  /** @throws if something that it needs is missing */
  launch(): Promise<TestBrowser>;
}

/** A program or a file of the system. */
export interface Need {
  /** For a person, for example "Firefox". */
  readonly what: string;
  readonly debianPackage: string;
  /** Its path; undefined if it is missing. */
  find(): string | undefined;
}

export function missingOf({ needs }: BrowserKind): Need[] {
  return needs.filter((need) => need.find() === undefined);
}

/** @throws if it is missing */
export function pathOf({ what, debianPackage, find }: Need): string {
  const path = find();
  if (path === undefined) throw new Error(`${what} is missing (Debian's package ${debianPackage}).`);
  return path;
}
