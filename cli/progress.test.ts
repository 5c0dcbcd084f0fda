import { expect, it } from "vitest";
import { createProgress } from "./progress.ts";

function shown(isTTY: boolean): string {
  let text = "";
  const progress = createProgress({ isTTY, columns: 16, write: (part: string) => (text += part) });
  progress.show("Downloading", 0.1);
  progress.show("Downloading", 0.104);
  progress.show("Downloading", 0.5);
  progress.show("Compiling shaders");
  progress.clear();
  return text;
}

it("keeps one line up to date on a terminal, cut to its width", () => {
  const clear = "\r\x1b[2K";
  const lines = ["Downloading 10 ", "Downloading 50 ", "Compiling shade"];
  expect(shown(true)).toBe(`${lines.map((line) => clear + line).join("")}${clear}`);
});

it("prints each step once elsewhere", () => {
  expect(shown(false)).toBe("Downloading\nCompiling shaders\n");
});
