import type { FileSummary } from "../../index.ts";

export interface ChosenFiles {
  /** From disk, or its address. */
  readonly model: File | string;
  /** The file that lets the model see. */
  readonly projector?: File;
}

/** llama.cpp's architecture of projectors. */
const PROJECTOR = "clip";

/**
 * Tells the model from its projector among files that were chosen together.
 *
 * @throws if they are not one model, alone or with one projector
 */
export async function sortFiles(
  files: readonly File[],
  examine: (file: File) => Promise<FileSummary>,
): Promise<ChosenFiles> {
  const [first, second, ...more] = files;
  if (first === undefined || more.length > 0)
    throw new Error("Choose one model, alone or with its projector.");
  if (second === undefined) return { model: first };
  const [isFirst, isSecond] = await Promise.all(
    [first, second].map(async (file) => (await examine(file)).architecture === PROJECTOR),
  );
  if (isFirst === isSecond) {
    throw new Error(
      isFirst === true
        ? "Both files are projectors, the part of a model that reads images or sound: choose the model, too."
        : "Neither file is a projector, the part of a model that reads images: add one model after the other.",
    );
  }
  return isFirst === true ? { model: second, projector: first } : { model: first, projector: second };
}
