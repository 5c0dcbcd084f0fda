import { beforeAll, expect, it } from "vitest";
import { bundlePublicTypes } from "../../tools/vite/public-types.ts";
import { ROOT } from "../build.ts";
import { checkPublicTypes } from "./public-types.ts";

let declarations: string;

beforeAll(async () => {
  declarations = await bundlePublicTypes();
});

it("the public entry exports these names", () => {
  const [, names = ""] = declarations.match(/^export \{(.*)\};/m) ?? [];
  expect(names.split(",").map((name) => name.trim())).toMatchInlineSnapshot(`
    [
      "type Accounts",
      "type AddOptions",
      "type CatalogueEntry",
      "type CatalogueState",
      "type ConnectOptions",
      "type EngineHostStatus",
      "type EngineIdentity",
      "type FileOptions",
      "type FileSummary",
      "type Insitu",
      "InsituError",
      "type InsituErrorCode",
      "type InstallOptions",
      "type InstallProgress",
      "type KeyInfo",
      "type Limits",
      "type LogRow",
      "type ModelProgress",
      "type Models",
      "type NewKey",
      "type NewKeyOptions",
      "type OutboundHost",
      "type SelfTestResult",
      "type Settings",
      "type SettingsApi",
      "type SettingsChange",
      "type Status",
      "type StatusListener",
      "type StorageReport",
      "type Update",
      "type UpdateListener",
      "type UsageRow",
      "type WorkerStatus",
      "type Workspace",
      "connect",
    ]
  `);
});

it("the public types need no package and name no file of ours", () => {
  expect(declarations).not.toMatch(/^import|import\(|zod|\.ts"|\/src\//m);
});

it("the examples of the docstrings are in the public types", () => {
  expect(declarations.match(/@example/g)).toHaveLength(4);
});

it("a program of an app compiles against the public types", async () => {
  expect(await checkPublicTypes(ROOT, declarations)).toBe("");
});

it.each([
  ["an exported type is missing", "type KeyInfo, ", "", "KeyInfo"],
  ["a member is missing", /^  revokeKey.*$/m, "", "revokeKey"],
  ["a type refers to a package that an app lacks", "", 'import * as z from "zod/mini";', "zod/mini"],
])("the program does not compile where %s", async (_, text, replacement, named) => {
  const report = await checkPublicTypes(ROOT, declarations.replace(text, replacement));
  expect(report).toContain("error TS");
  expect(report).toContain(named);
});
