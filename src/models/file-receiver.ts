/** Collects the chunks of a file and saves them as parts from time to time, so that little is lost. */
import { concatenate } from "../util/concatenate.ts";
import type { PartialFiles } from "./partial-files.ts";

/** Unsaved bytes, or the time since the last save, at which a part is saved: a closed browser loses little more. */
const MAX_UNSAVED_BYTES = 4 * 2 ** 20;
const MAX_UNSAVED_MS = 3_000;

export class FileReceiver {
  readonly #partials: PartialFiles;
  readonly #key: string;
  #savedBytes: number;
  #receivedBytes: number;
  #unsaved: Uint8Array<ArrayBuffer>[] = [];
  #savedAt = performance.now();

  /** @param from bytes of the file that are saved already */
  constructor(partials: PartialFiles, key: string, from: number) {
    this.#partials = partials;
    this.#key = key;
    this.#savedBytes = from;
    this.#receivedBytes = from;
  }

  /** Bytes from the file's beginning. */
  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  get isSaveDue(): boolean {
    const unsavedBytes = this.#receivedBytes - this.#savedBytes;
    return unsavedBytes >= MAX_UNSAVED_BYTES || performance.now() - this.#savedAt >= MAX_UNSAVED_MS;
  }

  add(chunk: Uint8Array<ArrayBuffer>): void {
    this.#unsaved.push(chunk);
    this.#receivedBytes += chunk.length;
  }

  async save(): Promise<void> {
    const part = concatenate(this.#unsaved);
    if (part.length > 0) await this.#partials.append(this.#key, this.#savedBytes, part);
    this.#unsaved = [];
    this.#savedBytes = this.#receivedBytes;
    this.#savedAt = performance.now();
  }

  /** All bytes received, the saved ones included. */
  async content(): Promise<Uint8Array<ArrayBuffer>> {
    const content =
      this.#savedBytes === 0
        ? new Uint8Array(this.#receivedBytes)
        : await this.#partials.read(this.#key, this.#receivedBytes);
    content.set(concatenate(this.#unsaved), this.#savedBytes);
    return content;
  }
}
