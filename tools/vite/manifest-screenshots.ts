import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** Where `npm run screenshots` puts them; below the same folder's name in the build. */
const SOURCE = "docs/screenshots";
const TARGET = "screenshots";

/** What a browser shows of the app before it is installed; without the pictures it shows none. */
const PICTURES = [
  { file: "chat-1280-light.webp", sizes: "1280x800", form_factor: "wide", label: "A chat on this device" },
  { file: "models-1280-light.webp", sizes: "1280x800", form_factor: "wide", label: "Models to install" },
  { file: "chat-390-light.webp", sizes: "390x844", form_factor: "narrow", label: "A chat on this device" },
  { file: "status-390-light.webp", sizes: "390x844", form_factor: "narrow", label: "What went out: nothing" },
] as const;

const there = () => PICTURES.filter(({ file }) => existsSync(join(SOURCE, file)));

/** For the web app manifest's `screenshots`. */
export function manifestScreenshots() {
  return there().map(({ file, ...about }) => ({ src: `${TARGET}/${file}`, type: "image/webp", ...about }));
}

/** Puts the pictures that the manifest names into the build. They are not kept for offline use. */
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
