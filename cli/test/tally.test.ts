import { describe, expect, it } from "vitest";
import { tallyPlaywright, tallyVitest } from "./tally.ts";

describe("tallyVitest", () => {
  it("counts tests, and a file that does not run as one failure", () => {
    const test = (fullName: string, status: string) => ({ fullName, status });
    const report = {
      testResults: [
        { name: "a.test.ts", status: "failed", assertionResults: [test("a", "passed"), test("b", "failed")] },
        { name: "b.test.ts", status: "failed", message: "SyntaxError", assertionResults: [] },
        {
          name: "c.test.ts",
          status: "passed",
          assertionResults: [test("c", "passed"), test("d", "pending")],
        },
      ],
    };
    expect(tallyVitest(report)).toEqual({ passed: 2, skipped: 1, failed: ["b", "b.test.ts (does not run)"] });
  });

  it("takes no other report", () => {
    expect(() => tallyVitest({ results: [] })).toThrow();
  });
});

describe("tallyPlaywright", () => {
  it("counts tests at every depth, flaky ones and errors outside of tests as failures", () => {
    const spec = (title: string, status: string) => ({ title, file: "x.spec.ts", tests: [{ status }] });
    const inner = {
      specs: [spec("b", "unexpected"), spec("c", "skipped")],
      suites: [{ specs: [spec("d", "flaky")] }],
    };
    const report = {
      suites: [{ specs: [spec("a", "expected")], suites: [inner] }],
      errors: [{ message: "Broken\nhere" }],
    };
    expect(tallyPlaywright(report)).toEqual({
      passed: 1,
      skipped: 1,
      failed: ["x.spec.ts: b", "x.spec.ts: d", "Broken"],
    });
  });
});
