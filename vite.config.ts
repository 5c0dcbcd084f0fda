import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { catalogue } from "./tools/vite/catalogue.ts";
import { deployment, readDeployment } from "./tools/vite/deployment.ts";
import { entryAlone } from "./tools/vite/entry-alone.ts";
import { manifestScreenshots, screenshotFiles } from "./tools/vite/manifest-screenshots.ts";
import { modelFiles } from "./tools/vite/model-files.ts";
import { publicTypes } from "./tools/vite/public-types.ts";
import { securityHeaders } from "./tools/vite/security-headers.ts";
import { wllamaWorkers } from "./tools/vite/wllama-workers.ts";

const config = readDeployment(process.env["INSITU_CONFIG"] ?? "insitu.config.json");

/** Entries that others import by name; every other file's name carries its hash. */
const STABLE = new Set(["insitu", "openai"]);

export default defineConfig({
  // The module that its package names is written for browsers of long ago, at twice the size.
  resolve: { alias: { "workbox-window": "workbox-window/build/workbox-window.prod.mjs" } },
  build: {
    target: "es2023",
    sourcemap: false,
    modulePreload: { polyfill: false },
    // The engine's bundle alone is 6.8 MB: it is loaded by a worker, when a model is.
    chunkSizeWarningLimit: 8_000,
    rolldownOptions: {
      input: { app: "index.html", insitu: "src/index.ts", openai: "src/openai-sdk.ts" },
      preserveEntrySignatures: "strict",
      output: {
        entryFileNames: ({ name }) => (STABLE.has(name) ? "[name].js" : "assets/[name]-[hash].js"),
        // One file for the modules that the public entry loads at once: it compresses better than several.
        codeSplitting: {
          groups: [
            {
              name: "entry",
              test: /node_modules\/zod\/|\/src\/(?:page|wire|config)\/(?!(?:page-)?self-test|refuse-outbound|delete-all-data|model\.ts|leader|liveness)/,
            },
          ],
        },
      },
    },
  },
  worker: {
    format: "es",
    plugins: () => [deployment(config), catalogue(config), entryAlone(), wllamaWorkers()],
  },
  plugins: [
    deployment(config),
    modelFiles(config),
    screenshotFiles(),
    publicTypes(),
    securityHeaders(config),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/service-worker",
      filename: "sw.ts",
      // The page's entry registers the worker: an app that imports it must not depend on our HTML.
      injectRegister: false,
      injectManifest: {
        // The service worker keeps WebAssembly files when they are first fetched (`lazy-files.ts`).
        globPatterns: ["**/*.{html,js,css,svg,png,webmanifest,wasm}"],
        // Weights and model libraries are installed, verified and removed by the models room.
        globIgnores: ["models/**", "**/sw.js"],
        maximumFileSizeToCacheInBytes: 20_000_000,
        buildPlugins: { vite: [deployment(config)] },
      },
      manifest: {
        name: "Insitu",
        short_name: "Insitu",
        description:
          "Chat with a language model that runs in this browser. Nothing you write leaves this device.",
        display: "standalone",
        start_url: ".",
        theme_color: "#0f766e",
        background_color: "#ffffff",
        icons: [
          { src: "icons/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "icons/icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "icons/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
        screenshots: manifestScreenshots(),
      },
    }),
  ],
});
