import { readSync } from "node:fs";

const WINDOW = 1 << 20;

/** Reads little-endian values one after the other from an open file, through a window of 1 MiB. */
export class ByteCursor {
  /** Bytes from the start of the file. */
  position = 0;
  #window = Buffer.alloc(0);
  #windowStart = 0;

  constructor(
    private readonly fileDescriptor: number,
    private readonly fileSize: number,
  ) {}

  readonly uint8 = () => this.#take(1).readUInt8();
  readonly int8 = () => this.#take(1).readInt8();
  readonly uint16 = () => this.#take(2).readUInt16LE();
  readonly int16 = () => this.#take(2).readInt16LE();
  readonly uint32 = () => this.#take(4).readUInt32LE();
  readonly int32 = () => this.#take(4).readInt32LE();
  readonly uint64 = () => this.#take(8).readBigUInt64LE();
  readonly int64 = () => this.#take(8).readBigInt64LE();
  readonly float32 = () => this.#take(4).readFloatLE();
  readonly float64 = () => this.#take(8).readDoubleLE();

  /** A 64-bit size or offset. */
  size(): number {
    const value = this.uint64();
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error(`has an impossible size, ${value}`);
    return Number(value);
  }

  /** A 64-bit count of the elements that follow, of at least one byte each. */
  count(): number {
    const count = this.size();
    if (count > this.fileSize - this.position) throw this.#truncated();
    return count;
  }

  /** A UTF-8 text after its 64-bit length in bytes. */
  string(): string {
    return this.#take(this.count()).toString("utf8");
  }

  #take(length: number): Buffer {
    if (this.position + length > this.fileSize) throw this.#truncated();
    const start = this.position - this.#windowStart;
    this.position += length;
    if (start + length <= this.#window.length) return this.#window.subarray(start, start + length);

    this.#windowStart = this.position - length;
    const wanted = Math.min(Math.max(length, WINDOW), this.fileSize - this.#windowStart);
    this.#window = Buffer.alloc(wanted);
    const got = readSync(this.fileDescriptor, this.#window, 0, wanted, this.#windowStart);
    if (got < wanted) throw this.#truncated();
    return this.#window.subarray(0, length);
  }

  #truncated(): Error {
    return new Error(`is truncated: its header continues after the end, at ${this.fileSize} bytes`);
  }
}
