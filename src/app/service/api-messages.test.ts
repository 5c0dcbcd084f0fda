import { expect, it } from "vitest";
import type { StoredMessage } from "../conversations/conversation.ts";
import { toApiMessages } from "./api-messages.ts";

const url = "data:image/png;base64,AA==";
const stopped = { type: "stopped" } as const;
const messages: StoredMessage[] = [
  { id: "1", role: "user", text: "What is this?", images: [url] },
  { id: "2", role: "assistant", text: "", outcome: stopped, timing: null },
  { id: "3", role: "user", text: "", images: [url] },
  { id: "4", role: "assistant", text: "A", outcome: stopped, timing: null },
];

it("converts text and images, and leaves out replies without text", () => {
  const image = { type: "image_url", image_url: { url } };
  expect(toApiMessages(messages, { systemPrompt: "", takesImages: true })).toEqual([
    { role: "user", content: [image, { type: "text", text: "What is this?" }] },
    { role: "user", content: [image] },
    { role: "assistant", content: "A" },
  ]);
});

it("leaves out images for a model that takes none, and puts the system prompt first", () => {
  expect(toApiMessages(messages, { systemPrompt: " Be brief. ", takesImages: false })).toEqual([
    { role: "system", content: "Be brief." },
    { role: "user", content: "What is this?" },
    { role: "assistant", content: "A" },
  ]);
});
