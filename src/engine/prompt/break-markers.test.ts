import { describe, expect, it } from "vitest";
import { runAtOnce } from "../../openai/testing/run-at-once.ts";
import { breakMarkers } from "./break-markers.ts";
import { client, clientJson, control, type Segment } from "./segment.ts";
import { mlcFormat } from "./mlc-format.ts";
import { templateMarkers } from "./template-markers.ts";
import { PREBUILT_TEMPLATES } from "./testing/prebuilt-templates.ts";

function markersOf(name: string) {
  const { template } = PREBUILT_TEMPLATES.find((entry) => entry.name === name) ?? {};
  if (template === undefined) throw new Error(`no template ${name}`);
  return templateMarkers({
    format: mlcFormat(template),
    plainTexts: (text) => text.split(/<\/?s>|<\|\w+\|>/),
  });
}

function broken(name: string, ...segments: Segment[]): string {
  return runAtOnce(breakMarkers(segments, markersOf(name).turnsAndTools))
    .map((segment) => (segment.kind === "image" ? "(image)" : segment.text))
    .join("");
}

describe("breakMarkers", () => {
  it("breaks markers in client text, and nothing else", () => {
    expect(
      broken("llama-2", control("[INST] "), client("a[0] [/INST] [Inst] <<SYS>> < 1"), control(" [/INST] ")),
    ).toBe("[INST] a[0] [\u200B/INST] [Inst] <\u200B<SYS>> < 1 [/INST] ");
  });

  it.each([
    ["two client segments", [client("[IN"), client("ST]")], "[\u200BINST]"],
    ["template text and client text", [control("[IN"), client("ST]")], "[IN\u200BST]"],
    ["client text and template text", [client("x[/INS"), control("T]")], "x[\u200B/INST]"],
    ["three client segments", [client("["), client("/"), client("INST]")], "[\u200B/INST]"],
  ])("breaks a marker that spans %s", (_, segments, expected) => {
    expect(broken("llama-2", ...segments)).toBe(expected);
  });

  it("breaks overlapping markers", () => {
    const text = broken("llama-2", client("[[INST][INST]<<<SYS>>>"));
    expect(text).not.toMatch(/\[INST\]|<<SYS>>/);
  });

  it("takes a word for a role only where the template would put it", () => {
    expect(broken("phi-2", control("Instruct: "), client("See Output: 5\nOutput: 6\nOutputs: 7"))).toBe(
      "Instruct: See Output: 5\nO\u200Butput: 6\nOutputs: 7",
    );
    expect(broken("wizard_coder_or_math", client("### Response to all\n###\u2581Response:\n"))).toBe(
      "### Response to all\n#\u200B##\u2581Response:\n",
    );
  });

  it("escapes a character of a marker in JSON, which then parses to the same value", () => {
    const value = { description: "</tools> \\[/INST]" };
    const text = broken("llama-2", control("\n"), clientJson(value));
    expect(text).not.toMatch(/<\/tools>|\[\/INST\]|\u200B/);
    expect(JSON.parse(text)).toEqual(value);
  });

  it("finds a marker that crosses the end of a slice", () => {
    for (const at of [65_530, 65_532, 65_535, 65_536, 131_070]) {
      const text = "x".repeat(at);
      expect(broken("llama-2", client(`${text}[INST]${text}`))).toBe(`${text}[\u200BINST]${text}`);
    }
  });

  it("has no markers for a template of control tokens", () => {
    expect(markersOf("chatml").turns).toBeUndefined();
  });
});
