import type { BrowserKind } from "./browser-kind.ts";
import { FIREFOX } from "./drivers/firefox.ts";
import { WEBKIT } from "./drivers/webkit.ts";

export const KINDS: readonly BrowserKind[] = [FIREFOX, WEBKIT];
