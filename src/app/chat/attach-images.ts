/** Pictures that are chosen, pasted or dropped become part of the draft. */
import { messageOf } from "../../util/message-of.ts";
import type { ModelSummary } from "../service/completions.ts";
import { scaleImage } from "./scale-image.ts";
import type { ChatSession } from "./session.ts";

const MAX_IMAGES = 4;

/** Why no picture can be attached; null where one can. */
export function imageObstacle(model: ModelSummary | null): string | null {
  if (model === null) return "Pictures can be attached once the model is known.";
  return model.takesImages ? null : `${model.name} does not take images. Choose a model that does.`;
}

/** The pictures among what was pasted or dropped. */
export function imageFilesOf(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
}

/** Add pictures to the draft; `explain` is told, in words for the person, of each that cannot be. */
export async function attachImages(
  session: ChatSession,
  files: readonly File[],
  explain: (text: string) => void,
): Promise<void> {
  for (const file of files) {
    if (session.draft.value.images.length >= MAX_IMAGES) {
      explain(`A message can have ${MAX_IMAGES} pictures.`);
      return;
    }
    try {
      const url = await scaleImage(file);
      session.draft.value = { ...session.draft.value, images: [...session.draft.value.images, url] };
    } catch (error) {
      explain(messageOf(error));
    }
  }
}
