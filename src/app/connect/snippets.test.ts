import { describe, expect, it } from "vitest";
import { SNIPPETS } from "./snippets.ts";

const values = {
  entry: "/app/insitu.js",
  baseURL: "https://example.org/app/v1",
  apiKey: 'sk-"; alert(1); "',
  model: "a-model",
};

describe.each(SNIPPETS)("the code for $id", ({ code, packages }) => {
  it.each([true, false])("uses our fetch, the key and the model; streaming: %s", (streaming) => {
    const text = code({ ...values, streaming });
    expect(text).toContain('import { connect } from "/app/insitu.js";');
    expect(text).toContain("insitu.fetch");
    expect(text).toContain("https://example.org/app/v1");
    expect(text).toContain('"a-model"');
    for (const name of packages) expect(text).toContain(` from "${name}";`);
    expect(text.endsWith("}\n") || text.endsWith(";\n")).toBe(true);
  });

  it("escapes a pasted key in its string literal", () => {
    expect(code({ ...values, streaming: false })).not.toContain('"; alert(1); "');
  });
});

it("differs for a streamed answer", () => {
  for (const { code } of SNIPPETS) {
    expect(code({ ...values, streaming: true })).not.toBe(code({ ...values, streaming: false }));
  }
});
