import { describe, expect, it } from "vitest";
import { countBytes } from "./count-bytes.ts";

const MEBIBYTE = 2 ** 20;

/** A streamed upload whose body is cloned for counting. `made` counts the chunks that were produced. */
function upload(mebibytes: number) {
  const made = { mebibytes: 0 };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      made.mebibytes += 1;
      controller.enqueue(new Uint8Array(MEBIBYTE));
      if (made.mebibytes === mebibytes) controller.close();
    },
  });
  const init = { method: "POST", body, duplex: "half" };
  const request = new Request("https://api.test/upload", init);
  return { made, request, copy: request.clone().body };
}

describe("countBytes", () => {
  it("counts the body without consuming the request", async () => {
    const { request, copy } = upload(3);
    expect(await countBytes(copy)).toBe(3 * MEBIBYTE);
    expect((await request.arrayBuffer()).byteLength).toBe(3 * MEBIBYTE);
  });

  it("does not read a large body into memory: its size is unknown, and the request stays whole", async () => {
    const { made, request, copy } = upload(64);
    expect(await countBytes(copy)).toBeNull();
    expect(made.mebibytes).toBeLessThan(20);
    expect((await request.arrayBuffer()).byteLength).toBe(64 * MEBIBYTE);
  });

  it("returns null if the body breaks off or is not shown, and 0 without a body", async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new TypeError("broken off")),
    });
    expect(await countBytes(broken)).toBeNull();
    expect(await countBytes(undefined)).toBeNull();
    expect(await countBytes(null)).toBe(0);
  });
});
