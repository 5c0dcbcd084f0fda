import { describe, expect, it } from "vitest";
import { parseChatTemplate } from "./chat-template.ts";

const render = (source: string, variables = {}) => parseChatTemplate(source).render(variables);

const doubled = (statement: string) => statement.repeat(60);

describe("a hostile template ends with an error", () => {
  it.each([
    ["counts for ever", "{% for i in range(10**9) %}x{% endfor %}", /counts to more than 10000/],
    ["counts by nothing", "{{ range(1, 5, 0) }}", /counts to more than/],
    [
      "loops in loops",
      `${"{% for i in range(9999) %}".repeat(4)}x${"{% endfor %}".repeat(4)}`,
      /too much work/,
    ],
    [
      "loops over nothing",
      `${"{% for i in range(9999) %}".repeat(4)}${"{% endfor %}".repeat(4)}`,
      /too much work/,
    ],
    ["calls itself", "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", /nested too deeply/],
    ["doubles a text", `{% set a = "xx" %}${doubled("{% set a = a ~ a %}")}{{ a }}`, /too much work/],
    ["doubles a list", `{% set a = ["x"] %}${doubled("{% set a = a + a %}")}{{ a }}`, /too much work/],
    [
      "nests a list in itself",
      `{% set a = ["x"] %}${doubled("{% set a = [a, a] %}")}{{ a | tojson }}`,
      /too much work/,
    ],
    [
      "nests namespaces",
      `{% set a = namespace(x="x") %}${doubled("{% set a = namespace(x=a, y=a) %}")}{{ a }}`,
      /too much work/,
    ],
    ["holds itself", "{% set a = namespace() %}{% set a.x = a %}{{ a }}", /nested too deeply/],
    ["has deep expressions", `{{ ${"(".repeat(20_000)}1${")".repeat(20_000)} }}`, /cannot be parsed/],
    [
      "has deep statements",
      `${"{% if true %}".repeat(500)}${"{% endif %}".repeat(500)}`,
      /nested too deeply/,
    ],
    ["pads a text", `{{ "x" | indent(10 ** 9, true) }}`, /fails: Invalid string length/],
    ["breaks out of no loop", "{% break %}", /fails/],
    ["calls what is no function", "{{ messages() }}", /fails: Cannot call/],
  ])("that %s", (_, source, message) => {
    expect(() => render(source, { messages: ["x"] })).toThrow(
      expect.objectContaining({ name: "TemplateError", message: expect.stringMatching(message) }),
    );
  });
});

describe("a template", () => {
  it("has nothing of JavaScript", () => {
    const source =
      "{{ messages.constructor }}{{ messages.__proto__ }}{{ globalThis }}{{ range.constructor }}";
    expect(render(source, { messages: { a: 1 } })).toBe("");
  });

  it("takes as much as a long conversation needs", () => {
    const source =
      "{% for m in messages %}{% if messages[loop.index0 - 1].role != m.role %}{{ m.role ~ m.content }}{% endif %}{% endfor %}";
    const messages = Array.from({ length: 1000 }, (_, i) => ({
      role: i % 2 ? "a" : "b",
      content: "x".repeat(20),
    }));
    expect(render(source, { messages })).toHaveLength(21_000);
  });

  it.each([
    ["{{ range(3) | list | tojson }}", "[0, 1, 2]"],
    ["{{ range(5, 1, -2) | list | tojson }}", "[5, 3]"],
    ["{{ strftime_now('%Y-%%-%Q') }}", `${new Date().getFullYear()}-%-%Q`],
    ["{% if x is defined %}a{% else %}b{% endif %}{{ True }}{{ none }}", "btrue"],
  ])("%s gives %s", (source, expected) => {
    expect(render(source)).toBe(expected);
  });
});
