import { expect, it } from "vitest";
import { searchNoteOf } from "./search-note.ts";

const found = (complete: boolean) => ({ ids: new Set<string>(), complete });

it("explains an empty list once it is known to be empty", () => {
  expect(searchNoteOf(0, null, true)).toBe("Conversations are stored on this device.");
  expect(searchNoteOf(0, null, false)).toBe("");
  expect(searchNoteOf(3, null, true)).toBe("");
});

it("counts what a search has found so far and in the end", () => {
  expect(searchNoteOf(0, found(false), true)).toBe("Searching…");
  expect(searchNoteOf(2, found(false), true)).toBe("2 found so far");
  expect(searchNoteOf(2, found(true), true)).toBe("2 found");
  expect(searchNoteOf(0, found(true), true)).toBe("Nothing found.");
});
