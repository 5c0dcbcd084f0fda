export interface ComposerHintOptions {
  /** False where the browser cannot store the conversation. */
  readonly stored: boolean;
  /** True where the conversation has images that the model does not take. */
  readonly imagesLeftOut: boolean;
}

/** The line below the composer: the gravest of what the person should know. */
export function composerHintOf({ stored, imagesLeftOut }: ComposerHintOptions): string {
  if (!stored) return "This browser cannot store the conversation: it will be lost when you close the page.";
  if (imagesLeftOut) return "This model does not take images: those above are not sent.";
  return "Replies can be wrong. Nothing leaves this device.";
}
