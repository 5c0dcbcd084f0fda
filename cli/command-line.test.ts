import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ROOT } from "./build.ts";
import { parseCommandLine, positiveInteger, runCommand, UsageError } from "./command-line.ts";

describe("parseCommandLine", () => {
  it.each([
    [["--frobnicate"], "Unknown option '--frobnicate'. See npm test -- --help"],
    [["--count"], "Option '--count <value>' argument missing. See npm test -- --help"],
    [["more"], "Unexpected argument 'more'. See npm test -- --help"],
  ])("refuses %j in one line", (args, message) => {
    const parse = () => parseCommandLine("npm test", { args, options: { count: { type: "string" } } });
    expect(parse).toThrow(new UsageError(message));
  });
});

describe("positiveInteger", () => {
  it("takes whole numbers above 0", () => {
    expect(positiveInteger("--count", undefined)).toBeUndefined();
    expect(positiveInteger("--count", "12")).toBe(12);
    for (const text of ["0", "-1", "1.5", "many", ""])
      expect(() => positiveInteger("--count", text)).toThrow(
        `--count takes a whole number above 0, not "${text}".`,
      );
  });
});

describe("runCommand", () => {
  const before = process.exitCode;
  afterEach(() => {
    process.exitCode = before;
    vi.restoreAllMocks();
  });

  it.each([
    [new UsageError("Unknown option."), 2],
    [new Error("No browser."), 1],
  ])("prints %s and exits with %d", async (error, status) => {
    const print = vi.spyOn(console, "error").mockReturnValue();
    const command = { name: "npm test", help: "Help.", options: {} };
    const failing = async () => {
      throw error;
    };
    await runCommand(command, failing, []);
    expect(print).toHaveBeenCalledExactlyOnceWith(error.message);
    expect(process.exitCode).toBe(status);
  });
});

describe.each([
  ["npm test", "cli/test.ts"],
  ["npm run conformance", "tests/conformance/run.ts"],
  ["npm run screenshots", "cli/screenshots.ts"],
])("%s", (name, file) => {
  const run = (option: string) =>
    spawnSync(process.execPath, ["--import", "tsx", join(ROOT, file), option], {
      cwd: ROOT,
      encoding: "utf8",
    });
  const pictures = () => readdirSync(join(ROOT, "docs", "screenshots"));

  it("prints its help and does nothing else", () => {
    const existing = pictures();
    const { stdout, stderr, status } = run("--help");
    expect(stdout).toContain(`${name} -- [`);
    expect(stdout).toContain("  --help");
    expect([stderr, status]).toEqual(["", 0]);
    expect(pictures()).toEqual(existing);
  }, 60_000);

  it("refuses an unknown option in one line, with exit status 2", () => {
    const { stdout, stderr, status } = run("--frobnicate");
    expect(stdout).toBe("");
    expect(stderr).toBe(`Unknown option '--frobnicate'. See ${name} -- --help\n`);
    expect(status).toBe(2);
  }, 60_000);
});
