import { type Answer, charactersOf, replyOf, type AnswerUsage } from "../answer.ts";
import { SHORT, chat, one, type CaseTheme, user } from "../case.ts";

const bytes = (text: string) => new TextEncoder().encode(text).length;
const usageOf = (answer: Answer | undefined): AnswerUsage | undefined => answer && replyOf(answer).usage;
const promptTokens = (answer: Answer | undefined) => usageOf(answer)?.prompt_tokens ?? 0;
const withUsage = { stream: true, stream_options: { include_usage: true } };

/** The fixture model's tokens are bytes. */
export const usage: CaseTheme = {
  name: "usage",
  cases: [
    one("the prompt's count holds the service's identity", chat(SHORT), {
      status: 200,
      check: (answer) => promptTokens(answer) > bytes("You are Insitu, a helpful assistant.Hi."),
    }),
    {
      name: "the prompt's count grows with the prompt",
      steps: [
        { send: chat({ ...SHORT, messages: user("Hi") }), expect: { status: 200 } },
        {
          send: chat({ ...SHORT, messages: user("Hi 0123456789") }),
          expect: {
            status: 200,
            check: (answer, [first]) => promptTokens(answer) === promptTokens(first) + 11,
          },
        },
        {
          send: chat({ ...SHORT, messages: user("Hi🌊") }),
          expect: {
            status: 200,
            check: (answer, [first]) => promptTokens(answer) === promptTokens(first) + 4,
          },
        },
      ],
    },
    one("the reply's count is what was generated", chat({ messages: user("Sing of the sea.") }), {
      status: 200,
      finish: "stop",
      check: (answer) => {
        const { text, usage: counted } = replyOf(answer);
        // The token that ends a reply is not part of its text.
        return counted !== undefined && [0, 1].includes(counted.completion_tokens - bytes(text));
      },
    }),
    {
      name: "what a stop text cut off is counted",
      steps: [
        { send: chat(), expect: { status: 200 } },
        {
          send: ([whole]) => chat({ stop: whole ? charactersOf(replyOf(whole).text, 2, 5) : null }),
          expect: {
            status: 200,
            check: (answer) => {
              const { text, usage: counted } = replyOf(answer);
              return counted !== undefined && counted.completion_tokens >= bytes(text) + 3;
            },
          },
        },
      ],
    },
    {
      name: "a stream's last chunk has the usage of the reply in one piece",
      steps: [
        { send: chat(), expect: { status: 200 } },
        {
          send: chat(withUsage),
          expect: {
            status: 200,
            check: (answer, [whole]) => JSON.stringify(usageOf(answer)) === JSON.stringify(usageOf(whole)),
          },
        },
      ],
    },
    one(
      "include_usage: false is no usage",
      chat({ ...SHORT, stream: true, stream_options: { include_usage: false } }),
      {
        status: 200,
      },
    ),
    one("empty stream_options are no usage", chat({ ...SHORT, stream: true, stream_options: {} }), {
      status: 200,
    }),
  ],
};
