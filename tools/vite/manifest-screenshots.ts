import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** Output folder of `npm run screenshots`. */
const SOURCE = "docs/screenshots";
const TARGET = "screenshots";

/** Pictures that a browser shows in the dialog that installs the app. */
const PICTURES = [
  { file: "chat-1280-light.webp", sizes: "1280x800", form_factor: "wide", label: "A chat on this device" },
  { file: "models-1280-light.webp", sizes: "1280x800", form_factor: "wide", label: "Models to install" },
  { file: "chat-390-light.webp", sizes: "390x844", form_factor: "narrow", label: "A chat on this device" },
  { file: "status-390-light.webp", sizes: "390x844", form_factor: "narrow", label: "What went out: nothing" },
] as const;

const there = () => PICTURES.filter(({ file }) => existsSync(join(SOURCE, file)));

/** Value of `screenshots` in the web app manifest. */
export function manifestScreenshots() {
  return there().map(({ file, ...about }) => ({ src: `${TARGET}/${file}`, type: "image/webp", ...about }));
}

/** Puts the pictures of the manifest into the build. They are not cached for offline use. */
export function screenshotFiles(): Plugin {
  return {
    name: "insitu:screenshots",
    apply: "build",
    generateBundle() {
      for (const { file } of there()) {
        this.emitFile({
          type: "asset",
          fileName: `${TARGET}/${file}`,
          source: readFileSync(join(SOURCE, file)),
        });
      }
    },
  };
}
