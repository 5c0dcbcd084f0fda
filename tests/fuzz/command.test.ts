import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../cli/build.ts";

it("npm run fuzz starts in Node, where the bundler has put nothing into the code", () => {
  const command = ["--import", "tsx", join(ROOT, "tests", "fuzz", "fuzz.ts"), "--help"];
  expect(execFileSync(process.execPath, command, { cwd: ROOT, encoding: "utf8" })).toMatch(
    /^Usage: npm run fuzz/,
  );
}, 60_000);
