import { expect, it } from "vitest";
import { readArchive, writeArchive } from "./archive.ts";
import { DEFAULT_SETTINGS, type ConversationWithMessages } from "./conversation.ts";

const conversation: ConversationWithMessages = {
  id: "a",
  title: "Trees",
  createdAt: 1,
  updatedAt: 2,
  settings: { ...DEFAULT_SETTINGS, systemPrompt: "Be brief." },
  messages: [
    { id: "1", role: "user", text: "What is a tree?", images: ["data:image/png;base64,AA=="] },
    { id: "2", role: "assistant", text: "A plant.", outcome: { type: "complete" }, timing: null },
  ],
};

it("reads what it wrote, and gives messages new ids", () => {
  const [read] = readArchive(writeArchive([conversation]), new Set());
  expect(read).toMatchObject({ ...conversation, messages: [{ role: "user" }, { text: "A plant." }] });
  expect(read?.messages.map(({ id }) => id)).not.toContain("1");
});

it("gives a new id to a conversation that is already stored, or twice in the file", () => {
  const file = writeArchive([conversation, conversation, { ...conversation, id: "b" }]);
  const ids = readArchive(file, new Set(["b"])).map(({ id }) => id);
  expect(ids[0]).toBe("a");
  expect(new Set(ids).size).toBe(3);
  expect(ids).not.toContain("b");
});

it.each([
  ["{", /not JSON/],
  ["[]", /not an export of conversations/],
  ['{"format":"insitu-conversations","version":2,"conversations":[]}', /"version": 1/],
  [
    writeArchive([conversation]).replace('"A plant."', "7"),
    /conversations\[0\]\.messages\[1\]\.text .*string/,
  ],
  [writeArchive([conversation]).replace("image/png", "text/html"), /messages\[0\]\.images\[0\] .*data: URL/],
])("names the problem of a file: %#", (text, message) => {
  expect(() => readArchive(text, new Set())).toThrow(message);
});
