import { describe, expect, it } from "vitest";
import { checkDocCode } from "./doc-code.ts";
import { codeBlocksOf, codeSpansOf } from "./markdown.ts";

const block = (language: string, ...lines: readonly string[]) =>
  `# Title\n\n\`\`\`${language}\n${lines.join("\n")}\n\`\`\`\n`;
const faultsOf = (text: string) => checkDocCode([{ file: "docs/page.md", text }]);

describe("code of the documentation", () => {
  it("is found in fences and in inline code", () => {
    const text = `${block("sh", "npm test")}Run \`npm start\`.\n- item\n  ~~~json\n  { }\n  ~~~\n`;
    expect(codeBlocksOf({ file: "a.md", text })).toEqual([
      { file: "a.md", line: 4, language: "sh", code: "npm test" },
      { file: "a.md", line: 9, language: "json", code: "{ }" },
    ]);
    expect(codeSpansOf({ file: "a.md", text })).toEqual([
      { file: "a.md", line: 6, language: "", code: "npm start" },
    ]);
  });

  it("compiles against the public entry, with the names that it leaves to the reader", async () => {
    const js = block(
      "js",
      'import { connect } from "/insitu.js";',
      "const { baseURL } = await connect();",
      "show(baseURL);",
    );
    const html = block(
      "html",
      "<!doctype html>",
      '<script type="module">',
      'import { connect } from "/insitu.js";',
      "await connect();",
      "</script>",
    );
    expect(await faultsOf(js + html)).toEqual([]);
  }, 60_000);

  it("is refused with the line at which it does not compile", async () => {
    const js = block("js", 'import { connect } from "/insitu.js";', "const { baseUrl } = await connect();");
    const html = block("html", '<script type="module">', "  frobnicate();", "</script>");
    const [errors = "", ...more] = await faultsOf(js + html);
    expect(more).toEqual([]);
    expect(errors).toContain(
      "docs/page.md:5: error TS2339: Property 'baseUrl' does not exist on type 'Insitu'.",
    );
    expect(errors).toContain("docs/page.md:11: error TS2304: Cannot find name 'frobnicate'.");
  }, 60_000);

  it("parses JSON, and validates examples of the deployment file", async () => {
    const valid = block("json", '{ "identity": "You are a parrot." }') + block("json", '{ "any": [1] }');
    expect(await faultsOf(valid)).toEqual([]);
    const wrong = block("json", '{ "images": { "allowed_host": [] } }') + block("json", "{ identity: 1 }");
    const faults = await faultsOf(wrong);
    expect(faults).toHaveLength(2);
    expect(faults[0]).toMatch(/^docs\/page\.md:4: .*allowed_host/s);
    expect(faults[1]).toMatch(/^docs\/page\.md:9: .*JSON/);
  });

  it("names scripts, programs, files and options that exist", async () => {
    const commands = [
      'npm run conformance -- --only "streaming: "   # a part',
      "npm ci && npm run check",
      "npx vitest run cli",
      "python tools/model-library/build_fixture.py out",
      "./build_runtime.sh",
    ];
    const text = `${block("sh", ...commands)}Type \`npm test -- --all\`.\n`;
    expect(await checkDocCode([{ file: "tools/model-library/README.md", text }])).toEqual([]);
  }, 60_000);

  it("is refused where a script, a program, a file or an option does not exist", async () => {
    const commands = [
      "npm run frobnicate",
      "npm run conformance -- \\\n  --just streaming",
      "npx frobnicate",
      "python tools/absent.py",
      "frobnicate now",
    ];
    expect(await faultsOf(`${block("sh", ...commands)}Type \`npm tset\`.\n`)).toEqual([
      "docs/page.md:4: npm run frobnicate: package.json has no script frobnicate",
      "docs/page.md:4: npm run conformance -- --just streaming: --help does not list --just",
      "docs/page.md:4: npx frobnicate: frobnicate is not installed",
      "docs/page.md:4: python tools/absent.py: tools/absent.py does not exist",
      "docs/page.md:4: frobnicate now: nothing checks the program frobnicate",
      "docs/page.md:11: npm tset: package.json has no script tset",
    ]);
  }, 60_000);

  it("needs a language that something checks, except for diagrams", async () => {
    expect(await faultsOf(block("mermaid", "graph") + block("text", "a → b"))).toEqual([]);
    expect(await faultsOf(block("", "a") + block("cobol", "b"))).toEqual([
      "docs/page.md:4: the block has no language; `text` is for diagrams and output",
      "docs/page.md:9: nothing checks the language cobol",
    ]);
  });
});
