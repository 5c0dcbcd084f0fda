import { GgufError } from "./gguf-error.ts";
import type { GgufHeader, TensorEntry } from "./header.ts";
import { TENSOR_TYPES } from "./tensor-types.ts";

export interface Tensor {
  readonly name: string;
  /** The name of the element type, such as `Q4_1`. */
  readonly type: string;
  /** Weights per row. */
  readonly columns: number;
  /** 1 for a vector; the product of all dimensions but the innermost. */
  readonly rows: number;
  readonly bytes: number;
  /** Bytes from the start of the file. */
  readonly position: number;
}

/**
 * The places of all tensors, in the order of the header.
 *
 * @param fileSize in bytes
 * @throws {GgufError} naming a tensor of an unknown type, of an impossible shape, or that lies outside the file
 */
export function locateTensors(header: GgufHeader, fileSize: number): Tensor[] {
  return header.tensors.map((entry) => locate(entry, header.dataOffset, fileSize));
}

function locate(entry: TensorEntry, dataOffset: number, fileSize: number): Tensor {
  const { name, dimensions } = entry;
  const type = TENSOR_TYPES[entry.type];
  if (!type) throw new GgufError(`has tensor ${name} of the unknown type ${entry.type}`);
  const [columns = 1, ...outer] = dimensions;
  const rows = outer.reduce((product, dimension) => product * dimension, 1);
  if (columns % type.weights !== 0)
    throw new GgufError(
      `has tensor ${name} with rows of ${columns} weights, not a multiple of ${type.weights}`,
    );
  const bytes = (columns / type.weights) * type.bytes * rows;
  if (!Number.isSafeInteger(bytes) || bytes === 0)
    throw new GgufError(`has tensor ${name} of the impossible shape ${dimensions.join(" × ")}`);
  const position = dataOffset + entry.offset;
  if (position + bytes > fileSize)
    throw new GgufError(
      `is truncated: tensor ${name} ends at ${position + bytes} bytes, the file at ${fileSize}`,
    );
  return { name, type: type.name, columns, rows, bytes, position };
}
