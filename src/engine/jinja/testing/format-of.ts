import type { ConversationFormat } from "../../prompt/conversation-format.ts";
import type { Segment } from "../../prompt/segment.ts";
import { createJinjaFormat } from "../jinja-format.ts";
import type { FamilyTemplate } from "./family-template.ts";
import { FAMILY_TEMPLATES } from "./templates.ts";

export function formatOf({ source, bosToken, eosToken, begins }: FamilyTemplate): ConversationFormat {
  return createJinjaFormat(source, {
    model: "m",
    bosToken,
    eosToken,
    beginToken: begins ? bosToken : undefined,
  });
}

/** @param fields replace those of the family's template */
export function familyFormat(name: string, fields: Partial<FamilyTemplate> = {}): ConversationFormat {
  const family = FAMILY_TEMPLATES.find((one) => one.name === name);
  if (family === undefined) throw new Error(`no template ${name}`);
  return formatOf({ ...family, ...fields });
}

/** A prompt for the eyes of a test: `«client text»` among the template's text. */
export function shown(segments: readonly Segment[]): string {
  return segments
    .map((segment) => {
      if (segment.kind === "image") return `«image ${segment.image.url}»`;
      return segment.kind === "client" ? `«${segment.text}»` : segment.text;
    })
    .join("");
}
