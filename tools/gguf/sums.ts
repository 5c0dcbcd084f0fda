/**
 * `npm run model-sums`: for each model in `public/models/` that has a GGUF file, prints the fields of its
 * `engines` in the deployment file: the library and the files of each engine, with their checksums.
 */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertGguf } from "./convert.ts";
import { findGguf } from "./embedded-models.ts";
import { sumFile } from "./summed-file.ts";
import { makeWllamaFiles } from "./wllama-files.ts";

const models = join("public", "models");
const outDir = await mkdtemp(join(tmpdir(), "insitu-sums-"));
try {
  for (const id of await readdir(models)) {
    const folder = join(models, id);
    const gguf = await findGguf(folder);
    if (gguf === undefined) continue;
    const files = await convertGguf({
      gguf: join(folder, gguf),
      library: join(folder, "library.json"),
      outDir,
    });
    const library = await sumFile(folder, "library.wasm");
    const engines = {
      "web-llm": { library, files },
      wllama: { files: await makeWllamaFiles({ gguf: join(folder, gguf), outDir }) },
    };
    process.stdout.write(`${JSON.stringify({ [id]: engines }, undefined, 2)}\n`);
  }
} finally {
  await rm(outDir, { recursive: true, force: true });
}
