/** The library's description of a loaded model. */
interface ModelMetadata {
  readonly hparams: { readonly nLayer: number; readonly nEmbd: number };
  /** Metadata of the GGUF file, as text. */
  readonly meta: Readonly<Record<string, string>>;
}

/** llama.cpp keeps keys and values as 16-bit floats. */
const FLOAT_BYTES = 2;

/** Bytes of the KV cache for one token. */
export function keyValueBytes({ hparams, meta }: ModelMetadata): number {
  const attention = `${meta["general.architecture"]}.attention`;
  const heads = number(meta[`${attention}.head_count`]) ?? 1;
  const keyValueHeads = number(meta[`${attention}.head_count_kv`]) ?? heads;
  const keyLength = number(meta[`${attention}.key_length`]) ?? hparams.nEmbd / heads;
  const valueLength = number(meta[`${attention}.value_length`]) ?? hparams.nEmbd / heads;
  return hparams.nLayer * keyValueHeads * (keyLength + valueLength) * FLOAT_BYTES;
}

function number(text: string | undefined): number | undefined {
  const value = Number(text);
  return text !== undefined && value > 0 ? value : undefined;
}
