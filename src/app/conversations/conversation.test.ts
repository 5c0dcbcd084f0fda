import { expect, it } from "vitest";
import { turnsOf } from "./conversation.ts";

it("gives the model what was said, and leaves out replies that have no text", () => {
  const turns = turnsOf([
    { id: "1", role: "user", text: "Hello" },
    { id: "2", role: "assistant", text: "", outcome: { type: "stopped" }, timing: null },
    { id: "3", role: "user", text: "Are you there?" },
    { id: "4", role: "assistant", text: "Yes, I", outcome: { type: "stopped" }, timing: null },
  ]);
  expect(turns).toEqual([
    { role: "user", content: "Hello" },
    { role: "user", content: "Are you there?" },
    { role: "assistant", content: "Yes, I" },
  ]);
});
