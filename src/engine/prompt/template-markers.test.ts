import { describe, expect, it } from "vitest";
import { mlcFormat } from "./mlc-format.ts";
import { templateMarkers } from "./template-markers.ts";
import { chatMl } from "./testing/conversations.ts";

const plainTexts = (text: string) => text.split(/<\|\w+\|>/);

function markersOf(fields: Partial<typeof chatMl>) {
  return templateMarkers({ format: mlcFormat({ ...chatMl, role_templates: null, ...fields }), plainTexts });
}

describe("templateMarkers", () => {
  it("finds none in a template of control tokens, except the tags of tools", () => {
    const { turns, turnsAndTools } = markersOf({});
    expect(turns).toBeUndefined();
    expect("a <tools> b".match(turnsAndTools ?? "")).toEqual(["<tools>"]);
  });

  it("takes any punctuation in a marker literally", () => {
    const roles = { user: "[end-of-turn]", assistant: "### Re-ply (a|b)/c.*" };
    const { turns } = markersOf({ roles, role_content_sep: "\n", role_empty_sep: "\n" });
    expect("[end-of-turn] ### Re-ply (a|b)/c.* ### Reply".match(turns ?? "")).toEqual([
      "[end-of-turn]",
      "### Re-ply (a|b)/c.*",
    ]);
  });
});
