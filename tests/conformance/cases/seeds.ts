import { replyOf } from "../answer.ts";
import { type Case, chat, type CaseTheme, user } from "../case.ts";

const messages = user("Make something up.");

/** A case that sends each of `requests` and compares the later replies with the first. */
function compare(name: string, same: boolean, requests: readonly object[]): Case {
  return {
    name,
    steps: requests.map((fields) => ({
      send: chat({ messages, temperature: 1, ...fields }),
      expect: {
        status: 200,
        text: /./,
        check: (answer, [first]) => !first || (replyOf(answer).text === replyOf(first).text) === same,
      },
    })),
  };
}

export const seeds: CaseTheme = {
  name: "seeds",
  cases: [
    compare("the same seed is the same reply", true, [{ seed: 7 }, { seed: 7 }]),
    compare("the same seed is the same reply in a stream", true, [{ seed: 8 }, { seed: 8, stream: true }]),
    compare("another seed is another reply", false, [{ seed: 7 }, { seed: 8 }]),
    compare("0, 1 and -1 are seeds of their own: 0 and 1", false, [{ seed: 0 }, { seed: 1 }]),
    compare("0, 1 and -1 are seeds of their own: 0 and -1", false, [{ seed: 0 }, { seed: -1 }]),
    compare("without a seed no two replies are the same", false, [{}, {}]),
    compare("at temperature 0 a seed changes nothing", true, [
      { temperature: 0, seed: 1 },
      { temperature: 0, seed: 2 },
      { temperature: 0 },
    ]),
    compare("the largest seed is the same reply again", true, [
      { seed: Number.MAX_SAFE_INTEGER },
      { seed: Number.MAX_SAFE_INTEGER },
    ]),
  ],
};
