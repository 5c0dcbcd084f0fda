import { describe, expect, it } from "vitest";
import type { DecodedImage } from "./decode-image.ts";
import { MAX_IMAGE_BYTES } from "./image-limits.ts";
import { ImageError } from "./image-error.ts";
import { createImageLoader } from "./load-image.ts";

/** The first bytes of a PNG: these tests do not decode it, which takes a browser. */
function png(width: number, height: number, length = 40): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  bytes.set([0x49, 0x48, 0x44, 0x52], 12);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

const dataUrl = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
const decoded: DecodedImage = { file: new Blob(["pixels"]), width: 2, height: 3 };
const ADDRESS = "https://example.org/a.png";

function setUp(answer: () => Response | Promise<Response> = () => new Response()) {
  const asked: [url: string, options: RequestInit | undefined][] = [];
  const shown: [type: string, bytes: number][] = [];
  const loader = createImageLoader({
    fetch: async (url, options) => {
      asked.push([String(url), options]);
      return answer();
    },
    decode: (bytes, type) => {
      shown.push([type, bytes.length]);
      return Promise.resolve(decoded);
    },
  });
  const load = (url: string, signal = new AbortController().signal) => loader(url, signal);
  return { asked, shown, load };
}

const served = (body: BodyInit, type = "image/png", status = 200) =>
  new Response(body, { status, headers: { "content-type": type } });

describe("createImageLoader", () => {
  it("goes by the bytes of a data URL, not by its media type, and fetches nothing", async () => {
    const { asked, shown, load } = setUp();
    expect(await load(dataUrl(png(2, 3)).replace("image/png", "image/gif"))).toEqual(decoded);
    expect(shown).toEqual([["image/png", 40]]);
    expect(asked).toEqual([]);
  });

  it("fetches any other URL without credentials, referrer or redirects", async () => {
    const { asked, shown, load } = setUp(() => served(png(2, 3)));
    expect(await load(ADDRESS)).toEqual(decoded);
    expect(shown).toEqual([["image/png", 40]]);
    expect(asked).toEqual([
      [
        ADDRESS,
        expect.objectContaining({ credentials: "omit", redirect: "error", referrerPolicy: "no-referrer" }),
      ],
    ]);
  });

  it("decodes one image at a time", async () => {
    let running = 0;
    let most = 0;
    const loader = createImageLoader({
      decode: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        throw new ImageError("must be a whole image");
      },
    });
    const { signal } = new AbortController();
    const loads = [1, 2, 3].map((width) => loader(dataUrl(png(width, 1)), signal));
    expect((await Promise.allSettled(loads)).map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => "rejected"),
    );
    expect(most).toBe(1);
  });

  it.each([
    ["base64 of a wrong length", "data:image/png;base64,AAAAA", /base64/],
    ["base64 padded in the middle", "data:image/png;base64,AA==AAAA", /base64/],
    ["text", `data:image/png;base64,${btoa("This is no image.")}`, /PNG, JPEG, WebP or GIF/],
    ["an empty file", "data:image/png;base64,", /PNG, JPEG, WebP or GIF/],
    ["too many pixels", dataUrl(png(40_001, 1000)), /at most 40 million pixels: it has 40001 x 1000/],
    ["too many bytes", dataUrl(png(1, 1, MAX_IMAGE_BYTES + 1)), /at most 16 MiB/],
  ])("refuses %s without decoding it", async (_, url, message) => {
    const { shown, load } = setUp();
    await expect(load(url)).rejects.toThrow(message);
    await expect(load(url)).rejects.toBeInstanceOf(ImageError);
    expect(shown).toEqual([]);
  });

  it("accepts an image at the limits", async () => {
    const { load } = setUp();
    expect(await load(dataUrl(png(40_000, 1000, MAX_IMAGE_BYTES)))).toEqual(decoded);
  });

  it.each([
    ["an error status", () => served("", "image/png", 404), /has status 404/],
    ["a web page", () => served("<p>", "text/html"), /has the type text\/html/],
    ["an SVG", () => served("<svg/>", "image/svg+xml"), /PNG, JPEG, WebP or GIF/],
    ["a response without a content type", () => new Response(png(1, 1)), /no content type/],
    [
      "a redirect or a network error",
      () => Promise.reject(new TypeError("Failed to fetch")),
      /without a redirect/,
    ],
  ])("refuses %s", async (_, answer, message) => {
    const { shown, load } = setUp(answer);
    await expect(load(ADDRESS)).rejects.toThrow(message);
    expect(shown).toEqual([]);
  });

  it("stops reading a response that is too long", async () => {
    let sent = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 2 ** 20;
        controller.enqueue(new Uint8Array(2 ** 20));
      },
      cancel: () => {
        cancelled = true;
      },
    });
    const { load } = setUp(() => served(endless));
    await expect(load(ADDRESS)).rejects.toThrow(/at most 16 MiB/);
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThan(20 * 2 ** 20);
  });

  it("reports a response that took too long", async () => {
    const { load } = setUp(() =>
      Promise.reject(new DOMException("The operation timed out.", "TimeoutError")),
    );
    await expect(load(ADDRESS, AbortSignal.abort())).rejects.toThrow(/arrives within 10 s/);
  });
});
