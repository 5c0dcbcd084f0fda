import { type Answer, replyOf } from "../answer.ts";
import { chat, one, type CaseTheme, user } from "../case.ts";

const EMOJI = /\p{Extended_Pictographic}/u;
const messages = user("Tell me about rivers.");
const pieces = ({ chunks = [] }: Answer) => chunks.flatMap(({ choices }) => choices[0]?.delta.content ?? []);

/** The fixture model's tokens are bytes, so every emoji is split into four; see also `stream-rules.ts`. */
export const characters: CaseTheme = {
  name: "characters",
  cases: [
    one("a character of four tokens arrives in one piece", chat({ messages, stream: true }), {
      status: 200,
      text: EMOJI,
      check: (answer) => pieces(answer).some((piece) => EMOJI.test(piece)),
    }),
    one("a character of four tokens is whole in a reply in one piece", chat({ messages }), {
      status: 200,
      text: EMOJI,
      check: (answer) => !replyOf(answer).text.includes("\uFFFD"),
    }),
    one("a prompt may hold any character", chat({ messages: user("Grüße 🌊 日本語 \u0000 \u2028 👩‍👩‍👧") }), {
      status: 200,
    }),
    one(
      "half of a surrogate pair is taken",
      {
        ...chat(),
        json: undefined,
        headers: { "content-type": "application/json" },
        body: '{"model":"fixture-chat","messages":[{"role":"user","content":"\\ud83c"}],"stop":["a","e","i","o"]}',
      },
      { status: 200 },
    ),
  ],
};
