/** A GGUF file of some 100 kB, whose tokenizer and template are known. */
import type { TypedValue } from "../../src/gguf/encode-header.ts";
import { textField } from "../../src/gguf/metadata-fields.ts";
import { openGguf } from "../../tools/gguf/reader.ts";
import { modelGguf } from "../../tools/gguf/test-model.ts";

const EMBEDDED = "public/models/smollm2-135m-instruct/SmolLM2-135M-Instruct.Q4_1.gguf";

/** The chat template of the embedded model. */
export async function knownChatTemplate(): Promise<string> {
  const gguf = await openGguf(EMBEDDED);
  await gguf.close();
  return textField(gguf.metadata, "tokenizer.chat_template") ?? "";
}

export async function tinyGguf(metadata: Record<string, TypedValue> = {}): Promise<Buffer<ArrayBuffer>> {
  return modelGguf({
    metadata: {
      "general.name": { string: "Tiny Llama" },
      "general.license": { string: "mit" },
      "llama.context_length": { uint32: 32_768 },
      "tokenizer.chat_template": { string: await knownChatTemplate() },
      ...metadata,
    },
  });
}
