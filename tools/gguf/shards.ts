import type { MadeParameter } from "./parameters.ts";
import { type FileSum, SummedFile, writeSummed } from "./summed-file.ts";

/** Maximum size of a shard, which web-llm downloads, verifies and stores as a whole. */
const SHARD_BYTES = 32 << 20;

interface ParameterRecord {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly format: "raw";
  readonly nbytes: number;
  readonly byteOffset: number;
}

/**
 * Writes `params_shard_N.bin` and `tensor-cache.json`, the list of all parameters and their positions, as TVM's web
 * runtime reads them. A shard takes as many parameters, in order, as fit in `shardBytes`; a larger parameter gets a
 * shard by itself.
 *
 * @param path subfolder of `folder` for the files, ending in `/`
 * @returns the files written, in order
 */
export async function writeShards(
  parameters: AsyncIterable<MadeParameter>,
  folder: string,
  path: string,
  shardBytes = SHARD_BYTES,
): Promise<FileSum[]> {
  const files: FileSum[] = [];
  const shards: object[] = [];
  let shard: SummedFile | undefined;
  let records: ParameterRecord[] = [];
  let count = 0;

  const endShard = async () => {
    if (!shard) return;
    const dataPath = shardName(shards.length);
    const { md5, ...file } = await shard.close();
    files.push(file);
    shards.push({ dataPath, format: "raw-shard", nbytes: file.bytes, records, md5sum: md5 });
    shard = undefined;
    records = [];
  };

  try {
    for await (const { name, shape, dtype, bytes } of parameters) {
      if (shard && shard.bytes + bytes.length > shardBytes) await endShard();
      shard ??= await SummedFile.create(folder, path + shardName(shards.length));
      records.push({ name, shape, dtype, format: "raw", nbytes: bytes.length, byteOffset: shard.bytes });
      await shard.write(bytes);
      count++;
    }
  } finally {
    await endShard();
  }
  const ParamBytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const cache = { metadata: { ParamSize: count, ParamBytes }, records: shards };
  files.push(await writeSummed(folder, `${path}tensor-cache.json`, JSON.stringify(cache)));
  return files;
}

function shardName(index: number): string {
  return `params_shard_${index}.bin`;
}
