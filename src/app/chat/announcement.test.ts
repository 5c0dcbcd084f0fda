import { expect, it } from "vitest";
import { announcementOf } from "./announcement.ts";

it("announces each way in which a reply can end", () => {
  expect(announcementOf({ type: "complete" })).toBe("The reply is complete.");
  expect(announcementOf({ type: "length" })).toBe("The reply ended at the model's length limit.");
  expect(announcementOf({ type: "stopped" })).toBe("The reply was stopped.");
  expect(announcementOf({ type: "interrupted" })).toBe("The reply was stopped.");
  expect(announcementOf({ type: "failed", message: "No GPU." })).toBe("The reply failed: No GPU.");
});
