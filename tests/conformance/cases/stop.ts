import { type Answer, charactersOf, replyOf } from "../answer.ts";
import { type Case, chat, type CaseStep, type CaseTheme, user } from "../case.ts";

const messages = user("Tell me about rivers.");

/** A case that asks without `stop`, then with the stop texts that `choose` derives from that reply. */
function cut(
  name: string,
  choose: (text: string) => { readonly stop: string | readonly string[]; readonly text: string },
  fields: object = { stream: true },
): Case {
  const whole = ([answer]: readonly Answer[]) => choose(answer ? replyOf(answer).text : "");
  const again: CaseStep = {
    send: (before) => chat({ messages, ...fields, stop: whole(before).stop }),
    expect: (before) => ({ status: 200, finish: "stop", text: whole(before).text }),
  };
  return { name, steps: [{ send: chat({ messages }), expect: { status: 200, finish: "stop" } }, again] };
}

const before = (text: string, stop: string) => text.slice(0, text.indexOf(stop));

/** The fixture model's tokens are bytes: a stop text of two characters is always split. */
export const stop: CaseTheme = {
  name: "stop",
  cases: [
    cut("a reply ends before a stop text of several tokens", (text) => {
      const found = charactersOf(text, 4, 9);
      return { stop: found, text: before(text, found) };
    }),
    cut(
      "a reply in one piece ends before a stop text",
      (text) => {
        const found = charactersOf(text, 4, 9);
        return { stop: found, text: before(text, found) };
      },
      { stream: false },
    ),
    cut("a reply ends before a character of several tokens", (text) => {
      const found = /\p{Extended_Pictographic}/u.exec(text)?.[0] ?? "there is none";
      return { stop: [found], text: before(text, found) };
    }),
    cut("of several stop texts, the one that comes first counts", (text) => {
      const [early, late] = [charactersOf(text, 3, 6), charactersOf(text, 9, 12)];
      const stops = [late, "never said", early];
      return { stop: stops, text: text.slice(0, Math.min(text.indexOf(early), text.indexOf(late))) };
    }),
    cut("a stop text at the very start leaves no text", (text) => ({
      stop: charactersOf(text, 0, 2),
      text: "",
    })),
    cut("text that only begins like a stop text is sent whole", (text) => ({
      stop: [`${charactersOf(text, 4, 8)}☃`, `${charactersOf(text, 2, 3)}☃☃`],
      text,
    })),
    cut("text that begins like a stop text and is the last is sent whole", (text) => ({
      stop: `${charactersOf(text, -3)}☃`,
      text,
    })),
  ],
};
