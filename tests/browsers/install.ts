import { aptInstall, isDebian, isRoot } from "../../cli/apt.mjs";
import { type BrowserKind, missingOf } from "./browser-kind.ts";

/**
 * Install what the browsers lack, as root on Debian.
 *
 * @throws with the names of what is missing, where it cannot be installed
 */
export function install(kinds: readonly BrowserKind[], onProgress: (text: string) => void): void {
  const missing = kinds.flatMap(missingOf);
  if (missing.length === 0) return;
  const names = missing.map(({ what }) => what).join(", ");
  const packages = [...new Set(missing.map(({ debianPackage }) => debianPackage))];
  if (!isDebian()) {
    throw new Error(
      `Missing: ${names}. Install them; Debian's packages are ${packages.join(", ")}. --browser NAME runs the tests of one browser.`,
    );
  }
  if (!isRoot()) {
    throw new Error(`Missing: ${names}. Run \`sudo apt-get install ${packages.join(" ")}\`.`);
  }
  onProgress(`Installing ${packages.join(", ")}…`);
  const failure = aptInstall(packages);
  if (failure !== "") throw new Error(`Missing: ${names}. \`apt-get install\` ${failure}.`);
}
