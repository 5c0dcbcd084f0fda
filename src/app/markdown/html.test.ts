import { describe, expect, it, vi } from "vitest";
import { toHtml } from "./html.ts";
import { parseBlocks } from "./lexer.ts";

const html = (text: string) => toHtml(parseBlocks(text)).trim();

describe("toHtml", () => {
  it("renders GitHub-flavoured Markdown", () => {
    expect(html("**a** *b* ~~c~~ `d`")).toBe(
      "<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>",
    );
    expect(html("# A")).toBe("<h3>A</h3>");
    expect(html("- [x] done")).toContain("☑ done");
    expect(html("|a|b|\n|-|-:|\n|1|2|")).toMatch(/^<div class="table-frame".*<td align="right">2/s);
    expect(html('```js\nlet a = "<b>";\n```')).toBe(
      '<pre><code data-language="js">let a = &quot;&lt;b&gt;&quot;;</code></pre>',
    );
  });

  it("shows HTML tags as text", () => {
    for (const text of [
      "<script>alert(1)</script>",
      'a <img src=x onerror="alert(1)"> b',
      "<div>\n\n<svg onload=alert(1)>\n\n</div>",
      "<!-- c --> <?php ?> <![CDATA[x]]>",
    ]) {
      expect(html(text).replaceAll(/<\/?p>/g, "")).not.toMatch(/<[^/]/);
    }
  });

  it("renders images as their names, with a link for those on the web", () => {
    expect(html("![a tree](https://a.example/t.png)")).toBe(
      '<p><a href="https://a.example/t.png" title="https://a.example/t.png">Image: a tree</a></p>',
    );
    expect(html("![x](data:image/png;base64,AA==)")).toBe("<p>Image: x</p>");
  });

  it("links only to the web and mail, and names a host that the text disguises", () => {
    expect(
      html("[x](javascript:alert(1)) [y](&#106;avascript:alert(1)) <javascript:alert(1)>"),
    ).not.toContain("<a");
    expect(html("[x](/v1/models) [y](//a.example)")).not.toContain("<a");
    expect(html("[bank.example](https://evil.example)")).toContain("<small>(evil.example)</small>");
    expect(html("https://a.example/?b=1&c=2")).toContain('href="https://a.example/?b=1&amp;c=2"');
  });
});

/** Bound per character of the text. Without our limits, emphasis takes 15 times and brackets 25 times as many. */
const MAX_TRIED_PER_CHARACTER = 4_000;

/**
 * Number of characters that regular expressions are tried on: a measure of marked's work that does not depend on the
 * machine.
 */
function charactersTried(work: () => void): number {
  const { exec } = RegExp.prototype;
  let count = 0;
  const spy = vi.spyOn(RegExp.prototype, "exec").mockImplementation(function counted(this: RegExp, text) {
    count += text.length;
    return exec.call(this, text);
  });
  try {
    work();
  } finally {
    spy.mockRestore();
  }
  return count;
}

describe("bounds", () => {
  it.each([
    ["quotations", "> ".repeat(1_000)],
    ["lists", "- ".repeat(1_000)],
    ["emphasis", "_a".repeat(40_000)],
    ["brackets", "[".repeat(40_000)],
    ["tables", `${"|a".repeat(500)}|\n${"|-".repeat(500)}|\n${`${"|x".repeat(500)}|\n`.repeat(40)}`],
  ])("limit the work and the elements for %s", (_, text) => {
    let result = "";
    const tried = charactersTried(() => void (result = html(`${text}end`)));
    expect((result.match(/<\w/g) ?? []).length).toBeLessThan(2_000);
    expect(result).toContain("end");
    expect(tried).toBeLessThan(MAX_TRIED_PER_CHARACTER * text.length);
  });
});
