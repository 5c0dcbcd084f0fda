import { expect, it } from "vitest";
import { keyValueBytes } from "./key-value-bytes.ts";

const meta = { "general.architecture": "llama", "llama.attention.head_count": "9" };

it("counts the heads that share keys and values", () => {
  const shared = { ...meta, "llama.attention.head_count_kv": "3" };
  // 30 layers, 3 heads of 64 floats of 2 bytes, each for keys and for values.
  expect(keyValueBytes({ hparams: { nLayer: 30, nEmbd: 576 }, meta: shared })).toBe(30 * 3 * 128 * 2);
  expect(keyValueBytes({ hparams: { nLayer: 30, nEmbd: 576 }, meta })).toBe(30 * 9 * 128 * 2);
});

it("takes lengths of their own, which a model may have", () => {
  const lengths = { ...meta, "llama.attention.key_length": "128", "llama.attention.value_length": "32" };
  expect(keyValueBytes({ hparams: { nLayer: 1, nEmbd: 576 }, meta: lengths })).toBe(9 * 160 * 2);
});
