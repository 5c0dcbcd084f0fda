/**
 * A copy by reference of `file` that reports what is read of it. The library reads by `slice`, or by `stream` where
 * WebAssembly cannot wait for a promise.
 *
 * @param onRead called with the number of bytes of each read
 */
export function reportReads(file: Blob, onRead: (bytes: number) => void): Blob {
  const reported = new Blob([file], { type: file.type });
  reported.slice = (start, end, type) => {
    const part = file.slice(start, end, type);
    onRead(part.size);
    return part;
  };
  reported.stream = () =>
    file.stream().pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          onRead(chunk.byteLength);
          controller.enqueue(chunk);
        },
      }),
    );
  return reported;
}
