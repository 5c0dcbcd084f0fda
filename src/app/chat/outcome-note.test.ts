import { expect, it } from "vitest";
import { outcomeNoteOf } from "./outcome-note.ts";

it("says why a reply ended, unless it ended by itself", () => {
  expect(outcomeNoteOf({ type: "complete" })).toBeNull();
  expect(outcomeNoteOf({ type: "length" })).toBe("Reached the model's length limit.");
  expect(outcomeNoteOf({ type: "stopped" })).toBe("Stopped.");
  expect(outcomeNoteOf({ type: "interrupted" })).toBe("Interrupted when the page was closed.");
  expect(outcomeNoteOf({ type: "failed", message: "The GPU is lost." })).toBe("The GPU is lost.");
});
