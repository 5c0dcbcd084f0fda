import { expect, it } from "vitest";
import { conversationSchema, DEFAULT_SETTINGS, titleOf } from "./conversation.ts";

const firstMessage = (text: string, images: string[] = []) =>
  [{ id: "1", role: "user", text, images }] as const;

it("takes the title from the first message, shortened at a word boundary", () => {
  expect(titleOf(firstMessage("Hello"))).toBe("Hello");
  expect(titleOf(firstMessage("\n  \n  What   is\tthis?\nMore."))).toBe("What is this?");
  const long = titleOf(
    firstMessage("Please explain to me slowly how a service worker answers a request offline"),
  );
  expect(long).toBe("Please explain to me slowly how a service worker answers a…");
  expect(titleOf(firstMessage("x".repeat(59) + "😀".repeat(9)))).toBe(`${"x".repeat(59)}…`);
});

it("has a title for a conversation without text", () => {
  expect(titleOf([])).toBe("New chat");
  expect(titleOf(firstMessage("", ["data:image/png;base64,AA=="]))).toBe("Image");
});

it("accepts the default settings", () => {
  const conversation = { id: "a", title: "A", createdAt: 1, updatedAt: 1, settings: DEFAULT_SETTINGS };
  expect(conversationSchema.parse(conversation)).toEqual(conversation);
});
