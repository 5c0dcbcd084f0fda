import { type Case, chat, get, type Sent, type CaseTheme, user } from "../case.ts";

/** The client aborts, and the service answers the next request normally. */
const givenUp = (name: string, send: Sent, status: number | undefined): Case => ({
  name,
  steps: [
    { send, expect: { status, check: ({ problem }) => problem !== undefined } },
    { send: chat({ stop: ["a", "e", "i", "o"] }), expect: { status: 200, finish: "stop" } },
    { send: get("/models"), expect: { status: 200 } },
  ],
});
const messages = user("Go on and on.");

export const abort: CaseTheme = {
  name: "abort",
  cases: [
    givenUp(
      "a stream may be left in the middle",
      chat({ messages, stream: true }, { giveUpAfter: 1500 }),
      200,
    ),
    givenUp(
      "a stream may be left at its first chunk",
      chat({ messages, stream: true }, { giveUpAfter: 1 }),
      200,
    ),
    givenUp(
      "a stream may be given up before it begins",
      chat({ messages, stream: true }, { giveUpAfter: 0 }),
      undefined,
    ),
    givenUp("a reply in one piece may be given up", chat({ messages }, { giveUpAfter: 0 }), undefined),
  ],
};
