import type { ReplyCommand } from "../wire/cpu-engine-messages.ts";

/** Zero-width space: invisible, and in no marker. */
const SEPARATOR = "\u200B";

/**
 * A prompt as the text that llama.cpp takes, with its marker in place of each image. Its marker is random for each run
 * (`get_media_marker` in `tools/server/server-common.cpp`); a text that has it nevertheless gets it broken.
 *
 * @param marker has at least two characters
 */
export function promptText(prompt: ReplyCommand["prompt"], marker: string): string {
  const broken = marker.charAt(0) + SEPARATOR + marker.slice(1);
  return (
    prompt
      .map((piece) => (typeof piece === "string" ? piece.replaceAll(marker, () => broken) : marker))
      .join("")
      // llama.cpp's parser of JSON rejects the halves of a cut character.
      .replaceAll(/\p{Surrogate}/gu, "\uFFFD")
  );
}
