import { BLUE, IMAGE_TOKENS, RED } from "../../support/images.ts";
import { damagedPngUrl, hugePngUrl, pngUrl } from "../../support/png.ts";
import { replyOf } from "../answer.ts";
import { badField, type Case, chat, one, type Sent, type CaseTheme, user } from "../case.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const image = (url: string, detail?: unknown) => ({ type: "image_url", image_url: { url, detail } });
const text = { type: "text", text: "What is this?" };
const seeing = (content: unknown, fields: object = {}): Sent =>
  chat({ model: "fixture-vision", messages: user(content), ...fields });
const refused = (name: string, url: string, message: RegExp): Case =>
  one(
    `${name} is refused`,
    seeing([text, image(url)]),
    badField("messages[0].content[1].image_url.url", message),
  );

export const images: CaseTheme = {
  name: "images",
  cases: [
    refused(
      "a file that is no image",
      `data:image/png;base64,${base64("No image.")}`,
      /PNG, JPEG, WebP or GIF/,
    ),
    refused("data of another type", `data:text/plain;base64,${base64("Text.")}`, /image\/png/),
    refused("data that is not base64", "data:image/png,%89PNG", /base64/),
    refused("base64 that is cut", "data:image/png;base64,iVBORw0KGgoAA", /base64/),
    refused("an image without its pixels", damagedPngUrl(), /cannot be decoded/),
    refused("an image of too many pixels", hugePngUrl(50_000), /40 million pixels/),
    refused("an image of another host", "https://images.example/a.png", /own origin/),
    refused("an image of a file", "file:///home/a.png", /own origin/),
    refused("a path without an origin", "/icons/icon-192.png", /absolute/),
    one(
      "a detail that nobody knows is refused",
      seeing([image(pngUrl({}, RED), "ultra")]),
      badField("messages[0].content[0].image_url.detail", /'auto', 'low' or 'high'/),
    ),
    one(
      "a 17th image is refused",
      seeing(Array.from({ length: 17 }, () => image(pngUrl({}, RED)))),
      badField("messages[0].content[16].image_url.url", /at most 16/),
    ),
    {
      name: "an image counts as what it takes, and its detail changes nothing",
      steps: [
        { send: seeing([text]), expect: { status: 200 } },
        {
          send: seeing([text, image(pngUrl({}, RED), "high")]),
          expect: {
            status: 200,
            check: (answer, [without]) =>
              without !== undefined &&
              replyOf(answer).usage?.prompt_tokens ===
                (replyOf(without).usage?.prompt_tokens ?? 0) + IMAGE_TOKENS,
          },
        },
        {
          send: seeing([text, image(pngUrl({}, RED))], { stream: true }),
          expect: ([, shown]) => ({ status: 200, text: shown ? replyOf(shown).text : "" }),
        },
        {
          send: seeing([text, image(pngUrl({}, BLUE))]),
          expect: {
            status: 200,
            check: (answer, [, shown]) => shown !== undefined && replyOf(answer).text !== replyOf(shown).text,
          },
        },
      ],
    },
  ],
};
