import { describe, expect, it } from "vitest";
import { type AskOptions, HELP, parseOptions } from "./options.ts";

function parsed(...argv: string[]): AskOptions {
  const options = parseOptions(argv);
  if (options === "help") throw new Error("help was not asked for");
  return options;
}

describe("parseOptions", () => {
  it("streams one question as text by default", () => {
    expect(parsed("Why?")).toEqual({
      question: "Why?",
      stream: true,
      json: false,
      timeout: 600,
      sampling: {},
    });
  });

  it("takes every option", () => {
    const argv = [
      "--system",
      "Be brief.",
      "--model",
      "m",
      "--engine",
      "web-llm",
      "--temperature",
      "0",
      "--top-p",
      "0.9",
    ];
    argv.push("--seed", "7", "--stop", "a", "--stop", "b", "--image", "x.png", "--no-stream", "--json");
    expect(parsed("Why?", ...argv, "--timeout=1.5")).toEqual({
      question: "Why?",
      system: "Be brief.",
      model: "m",
      engine: "web-llm",
      image: "x.png",
      stream: false,
      json: true,
      timeout: 1.5,
      sampling: { temperature: 0, top_p: 0.9, seed: 7, stop: ["a", "b"] },
    });
  });

  it("passes a number on that only the service can judge", () => {
    expect(parsed("Why?", "--temperature=-1").sampling).toEqual({ temperature: -1 });
  });

  it("gives help, whatever else is said", () => {
    expect(parseOptions(["--help"])).toBe("help");
    expect(parseOptions(["Why?", "-h", "--json"])).toBe("help");
  });

  it("explains every option in the help", () => {
    const argv = [
      "--system",
      "--model",
      "--engine",
      "--temperature",
      "--top-p",
      "--seed",
      "--stop",
      "--no-stream",
    ];
    for (const option of [...argv, "--json", "--image", "--timeout", "--help"])
      expect(HELP).toContain(`  ${option} `);
  });

  it.each([
    [[], 'No question was given. Try: npm run ask -- "What is the capital of France?"'],
    [["  "], 'No question was given. Try: npm run ask -- "What is the capital of France?"'],
    [["a", "b"], 'Ask one question, in quotes; "b" is a second one.'],
    [["a", "--frobnicate"], "Unknown option '--frobnicate'. See npm run ask -- --help"],
    [["a", "--seed"], "Option '--seed <value>' argument missing. See npm run ask -- --help"],
    [["a", "--json=1"], "Option '--json' does not take an argument. See npm run ask -- --help"],
    [["a", "--temperature", "-1"], "Option '--temperature' argument is ambiguous. See npm run ask -- --help"],
    [["a", "--temperature", "warm"], '--temperature takes a number, not "warm".'],
    [["a", "--top-p", ""], '--top-p takes a number, not "".'],
    [["a", "--seed", "1.5"], "--seed takes a whole number, not 1.5."],
    [["a", "--timeout", "0"], "--timeout takes seconds, above 0 and up to 2147483, not 0."],
    [["a", "--timeout", "3000000"], "--timeout takes seconds, above 0 and up to 2147483, not 3000000."],
    [["a", "--engine", "llama.cpp"], '--engine is one of auto, web-llm, wllama, not "llama.cpp".'],
  ])("refuses %j in one line", (argv, message) => {
    expect(() => parseOptions(argv)).toThrow(message);
    expect(message).not.toContain("\n");
  });
});
