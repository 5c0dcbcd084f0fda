import { GgufError } from "./gguf-error.ts";

/** The text or number goes on beyond the bytes at hand, but not beyond the end of the file. */
export class MoreBytesNeeded extends Error {
  override readonly name = "MoreBytesNeeded";
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reads little-endian values one after the other from the first bytes of a file. */
export class ByteCursor {
  /** Bytes from the start of the file. */
  position = 0;
  readonly #view: DataView;

  /** @param bytes the file's first bytes, or all of them */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly fileSize: number,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  readonly uint8 = () => this.#view.getUint8(this.#take(1));
  readonly int8 = () => this.#view.getInt8(this.#take(1));
  readonly uint16 = () => this.#view.getUint16(this.#take(2), true);
  readonly int16 = () => this.#view.getInt16(this.#take(2), true);
  readonly uint32 = () => this.#view.getUint32(this.#take(4), true);
  readonly int32 = () => this.#view.getInt32(this.#take(4), true);
  readonly uint64 = () => this.#view.getBigUint64(this.#take(8), true);
  readonly int64 = () => this.#view.getBigInt64(this.#take(8), true);
  readonly float32 = () => this.#view.getFloat32(this.#take(4), true);
  readonly float64 = () => this.#view.getFloat64(this.#take(8), true);

  /** A 64-bit size or offset. */
  size(): number {
    const value = this.uint64();
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new GgufError(`has an impossible size, ${value}`);
    return Number(value);
  }

  /**
   * A 64-bit count of the elements that follow, of at least one byte each.
   *
   * @param max more of them are refused
   * @param elements what they are, for the error: `tensors`
   */
  count(max: number, elements: string): number {
    const count = this.size();
    if (count > this.fileSize - this.position) throw this.#truncated();
    if (count > max) throw new GgufError(`has ${count} ${elements}; at most ${max} can be read`);
    return count;
  }

  /** A UTF-8 text after its 64-bit length in bytes. Bytes that are no UTF-8 become U+FFFD. */
  string(): string {
    const length = this.#length();
    const start = this.#take(length);
    return decoder.decode(this.bytes.subarray(start, start + length));
  }

  /** Moves to the end of a text. */
  skipString(): void {
    this.#take(this.#length());
  }

  /** The length in bytes of the text that follows. */
  #length(): number {
    const length = this.size();
    if (length > this.fileSize - this.position) throw this.#truncated();
    return length;
  }

  /** Moves on by `length` bytes and gives the position before. */
  #take(length: number): number {
    const start = this.position;
    const end = start + length;
    if (end > this.fileSize) throw this.#truncated();
    if (end > this.bytes.length) throw new MoreBytesNeeded();
    this.position = end;
    return start;
  }

  #truncated(): GgufError {
    return new GgufError(
      `is truncated: its header continues after the end of the file, at ${this.fileSize} bytes`,
    );
  }
}
