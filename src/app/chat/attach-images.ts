/** Attaches chosen, pasted and dropped images to the draft. */
import type { ChatModel } from "../service/completions.ts";
import { messageOf } from "../../util/message-of.ts";
import { scaleImage } from "./scale-image.ts";
import type { ChatSession } from "./session.ts";

const MAX_IMAGES = 4;

/** Reason why no image can be attached, for the user; null if images can be attached. */
export function imageObstacle(model: ChatModel | null): string | null {
  if (model === null) return "Images can be attached once the model is known.";
  return model.takesImages ? null : `${model.name} does not take images. Choose a model that does.`;
}

/** The images in pasted or dropped data. */
export function imageFilesOf(transfer: Pick<DataTransfer, "files"> | null): File[] {
  return [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
}

/** Attach images to the draft. `notify` gets a message for the user about each file that is left out. */
export async function attachImages(
  session: Pick<ChatSession, "draft">,
  files: readonly File[],
  notify: (text: string) => void,
  toDataUrl: (file: File) => Promise<string> = scaleImage,
): Promise<void> {
  const { draft } = session;
  for (const file of files) {
    if (draft.value.images.length >= MAX_IMAGES) {
      notify(`A message can have ${MAX_IMAGES} images.`);
      return;
    }
    try {
      const url = await toDataUrl(file);
      draft.value = { ...draft.value, images: [...draft.value.images, url] };
    } catch (error) {
      notify(messageOf(error));
    }
  }
}
