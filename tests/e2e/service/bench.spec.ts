/** One round of `npm run bench` as a command. The test asserts that there are figures, not their values. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ROOT } from "../../../cli/build.ts";
import { expect, test } from "../../support/test.ts";

test("the bench measures all four engines and the app", { tag: "@long" }, async () => {
  test.setTimeout(900_000);
  const { stdout } = await promisify(execFile)("npm", ["run", "bench", "--", "--quick", "--rounds", "1"], {
    cwd: ROOT,
  });
  for (const name of ["adapter", "web-llm", "/v1", "wllama"]) {
    expect(stdout).toMatch(new RegExp(`^${name}(\\s+\\d+\\.\\d+){5}$`, "m"));
  }
  for (const name of ["typing", "scrolling"]) {
    expect(stdout).toMatch(new RegExp(`^${name}\\s+\\d+\\.\\d+$`, "m"));
  }
  expect(stdout).toMatch(/^fixture-length decodes \d+\.\d+ times/m);
});
