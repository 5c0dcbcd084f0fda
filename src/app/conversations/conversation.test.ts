import { expect, it } from "vitest";
import { conversationSchema, DEFAULT_SETTINGS, titleOf } from "./conversation.ts";

const said = (text: string, images: string[] = []) => [{ id: "1", role: "user", text, images }] as const;

it("takes the title from the first message, cut between words", () => {
  expect(titleOf(said("Hello"))).toBe("Hello");
  expect(titleOf(said("\n  \n  What   is\tthis?\nMore."))).toBe("What is this?");
  const long = titleOf(said("Please explain to me slowly how a service worker answers a request offline"));
  expect(long).toBe("Please explain to me slowly how a service worker answers a…");
  expect(titleOf(said("x".repeat(59) + "😀".repeat(9)))).toBe(`${"x".repeat(59)}…`);
});

it("has a title where there is no text", () => {
  expect(titleOf([])).toBe("New chat");
  expect(titleOf(said("", ["data:image/png;base64,AA=="]))).toBe("Image");
});

it("gives the defaults of a new conversation a form that can be read back", () => {
  const conversation = { id: "a", title: "A", createdAt: 1, updatedAt: 1, settings: DEFAULT_SETTINGS };
  expect(conversationSchema.parse(conversation)).toEqual(conversation);
});
