import type { Model } from "../../contract/model.ts";

/** A catalogue entry with files for no engine, unless `more` has some. */
export function testModel(id: string, more: Partial<Model> = {}): Model {
  return {
    id,
    name: id,
    description: "",
    owned_by: "test",
    created: 0,
    license: null,
    context_length: 2048,
    max_completion_tokens: 128,
    input_modalities: ["text"],
    memory_bytes: 1e6,
    engines: {},
    ...more,
  };
}
