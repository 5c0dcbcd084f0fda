import { expect, it } from "vitest";
import { checkAppFile } from "./app-folders.ts";
import { importsOf } from "./imports-of.ts";

const check = (file: string, source: string) => checkAppFile(file, importsOf(file, source));

it.each([
  ["app/chat/a.tsx", 'import "./deep/b.ts"; import "../ui/button.tsx"; import "preact";'],
  ["app/chat/deep/a.ts", 'import "../../conversations/library.ts"; import "../../../index.ts";'],
  ["app/shell/views.tsx", 'const keys = () => import("../keys/keys-view.tsx");'],
  ["app/main.tsx", 'import "./chat/chat-view.tsx";'],
  ["app/keys/a.test.ts", 'import "../chat/b.ts";'],
  ["server/a.ts", 'import "../chat/b.ts";'],
])("lets %s import what it shares or holds", (file, source) => {
  expect(check(file, source)).toEqual([]);
});

it.each([
  ["app/connect/a.tsx", "../keys/b.tsx"],
  ["app/chat/deep/a.ts", "../../status/b.ts"],
  ["app/keys/a.tsx", "../shell/route.ts"],
  ["app/ui/a.tsx", "../chat/chat.ts"],
])("keeps %s from importing %s", (file, specifier) => {
  expect(check(file, `import type { A } from "${specifier}";`)).toEqual([
    expect.stringContaining(`src/${file} may not import "${specifier}": `),
  ]);
});
