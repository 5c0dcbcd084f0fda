import { expect, it } from "vitest";
import { composerHintOf } from "./composer-hint.ts";

it("warns of a lost conversation before images that are left out", () => {
  expect(composerHintOf({ stored: false, imagesLeftOut: true })).toContain("cannot store the conversation");
  expect(composerHintOf({ stored: true, imagesLeftOut: true })).toContain("does not take images");
  expect(composerHintOf({ stored: true, imagesLeftOut: false })).toContain("Nothing leaves this device");
});
