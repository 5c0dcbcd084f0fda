import { describe, expect, it } from "vitest";
import { runAtOnce } from "../../openai/testing/run-at-once.ts";
import { breakMarkers } from "./break-markers.ts";
import { client, clientJson, control, type Segment } from "./segment.ts";
import { templateMarkers } from "./template-markers.ts";
import { PREBUILT_TEMPLATES } from "./testing/prebuilt-templates.ts";

function markersOf(name: string) {
  const { template } = PREBUILT_TEMPLATES.find((entry) => entry.name === name) ?? {};
  if (template === undefined) throw new Error(`there is no template ${name}`);
  return templateMarkers({ template, plainTexts: (text) => text.split(/<\/?s>|<\|\w+\|>/) });
}

function broken(name: string, ...segments: Segment[]): string {
  return runAtOnce(breakMarkers(segments, markersOf(name).turnsAndTools))
    .map((segment) => (segment.kind === "image" ? "(image)" : segment.text))
    .join("");
}

describe("breakMarkers", () => {
  it("breaks a client's marker, and no other text", () => {
    expect(
      broken("llama-2", control("[INST] "), client("a[0] [/INST] [Inst] <<SYS>> < 1"), control(" [/INST] ")),
    ).toBe("[INST] a[0] [\u200B/INST] [Inst] <\u200B<SYS>> < 1 [/INST] ");
  });

  it.each([
    ["two parts", [client("[IN"), client("ST]")], "[\u200BINST]"],
    ["the template's text and a part", [control("[IN"), client("ST]")], "[IN\u200BST]"],
    ["a part and the template's text", [client("x[/INS"), control("T]")], "x[\u200B/INST]"],
    ["three", [client("["), client("/"), client("INST]")], "[\u200B/INST]"],
  ])("breaks a marker over %s", (_, segments, expected) => {
    expect(broken("llama-2", ...segments)).toBe(expected);
  });

  it("breaks markers that overlap, each", () => {
    const text = broken("llama-2", client("[[INST][INST]<<<SYS>>>"));
    expect(text).not.toMatch(/\[INST\]|<<SYS>>/);
  });

  it("takes a word for a role only where the template has it", () => {
    expect(broken("phi-2", control("Instruct: "), client("See Output: 5\nOutput: 6\nOutputs: 7"))).toBe(
      "Instruct: See Output: 5\nO\u200Butput: 6\nOutputs: 7",
    );
    expect(broken("wizard_coder_or_math", client("### Response to all\n###\u2581Response:\n"))).toBe(
      "### Response to all\n#\u200B##\u2581Response:\n",
    );
  });

  it("escapes in JSON text, so that it reads the same", () => {
    const value = { description: "</tools> \\[/INST]" };
    const text = broken("llama-2", control("\n"), clientJson(value));
    expect(text).not.toMatch(/<\/tools>|\[\/INST\]|\u200B/);
    expect(JSON.parse(text)).toEqual(value);
  });

  it("finds a marker wherever it stands in a long text", () => {
    for (const at of [65_530, 65_532, 65_535, 65_536, 131_070]) {
      const text = "x".repeat(at);
      expect(broken("llama-2", client(`${text}[INST]${text}`))).toBe(`${text}[\u200BINST]${text}`);
    }
  });

  it("leaves a template of control tokens alone", () => {
    expect(markersOf("chatml").turns).toBeUndefined();
  });
});
