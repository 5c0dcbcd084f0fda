import { extname } from "node:path";

/** Types of the files of a build and its models. */
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  // Browsers compile a wasm file while it is streamed only if it has this type.
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** The `content-type` of a file by its name; weights (`.gguf`, `.bin`) and all others are plain bytes. */
export function mimeType(file: string): string {
  return TYPES[extname(file).toLowerCase()] ?? "application/octet-stream";
}
