import { charactersOf, replyOf } from "../answer.ts";
import { chat, one, type CaseTheme, user } from "../case.ts";

const messages = user("Sing of the sea.");

export const streaming: CaseTheme = {
  name: "streaming",
  cases: [
    {
      name: "a joined stream is the reply in one piece",
      steps: [
        { send: chat({ messages }), expect: { status: 200, finish: "stop", text: /./ } },
        {
          send: chat({ messages, stream: true }),
          expect: ([whole]) => ({ status: 200, finish: "stop", text: whole ? replyOf(whole).text : "" }),
        },
      ],
    },
    one("a stream has many pieces", chat({ messages, stream: true }), {
      status: 200,
      check: ({ chunks = [] }) => chunks.length > 4,
    }),
    one(
      "a comment keeps a stream alive before its first text",
      chat({ stream: true }),
      {
        status: 200,
        check: ({ text = "" }) =>
          text.indexOf("\n: ") < text.indexOf('"finish_reason":"') && text.includes("\n: "),
      },
      { clients: ["fetch"] },
    ),
    one("stream: false is a reply in one piece", chat({ stream: false }), {
      status: 200,
      body: { object: "chat.completion" },
    }),
    {
      name: "a reply without text is the role, the finish and the end",
      steps: [
        { send: chat({ messages }), expect: { status: 200 } },
        {
          send: ([whole]) =>
            chat({ messages, stream: true, stop: whole ? charactersOf(replyOf(whole).text, 0, 1) : null }),
          expect: { status: 200, text: "", finish: "stop", check: ({ chunks = [] }) => chunks.length === 2 },
        },
      ],
    },
    {
      name: "every reply has an id of its own",
      steps: [
        { send: chat(), expect: { status: 200 } },
        {
          send: chat(),
          expect: {
            status: 200,
            check: ({ json }, [first]) => idOf(json) !== "" && idOf(json) !== idOf(first?.json),
          },
        },
      ],
    },
  ],
};

function idOf(json: unknown): string {
  return typeof json === "object" && json !== null && "id" in json ? String(json.id) : "";
}
