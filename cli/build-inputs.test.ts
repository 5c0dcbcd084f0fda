import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { hashInputs } from "./build-inputs.ts";

const root = mkdtempSync(join(tmpdir(), "insitu-inputs-"));
afterAll(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

describe("hashInputs", () => {
  const hash = () => hashInputs(root, "insitu.config.json", "/");
  let before = "";
  beforeEach(() => {
    write("insitu.config.json", "{}");
    write("src/a.ts", "1");
    write("public/models/m.gguf", "weights");
    write("vite.config.ts", "{}");
    before = hash();
  });

  it.each(["insitu.config.json", "src/a.ts", "public/models/m.gguf", "vite.config.ts"])(
    "sees a change of %s",
    (file) => {
      write(file, "other");
      expect(hash()).not.toBe(before);
    },
  );

  it("sees a file that comes, goes or is renamed", () => {
    write("src/deep/b.ts", "");
    const added = hash();
    expect(added).not.toBe(before);
    rmSync(join(root, "src/deep/b.ts"));
    expect(hash()).toBe(before);
    write("src/deep/c.ts", "");
    expect(hash()).not.toBe(added);
    rmSync(join(root, "src/deep/c.ts"));
  });

  it("sees another base and another deployment file", () => {
    write("other.json", '{"other":1}');
    expect(hashInputs(root, "insitu.config.json", "/app/")).not.toBe(before);
    expect(hashInputs(root, "other.json", "/")).not.toBe(before);
    expect(hashInputs(root, join(root, "insitu.config.json"), "/")).not.toBe(
      hashInputs(root, "other.json", "/"),
    );
  });

  it("does not mind what no build reads", () => {
    write("src/a.test.ts", "");
    write("tests/x.ts", "");
    write("tools/library/make.py", "");
    write("src/a.ts", "1");
    expect(hash()).toBe(before);
  });
});
