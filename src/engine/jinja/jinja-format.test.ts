import { describe, expect, it } from "vitest";
import { EngineError } from "../../contract/engine-error.ts";
import type { Conversation, Turn } from "../../openai/conversation.ts";
import { userTurn, withTurns } from "../prompt/testing/conversations.ts";
import { createJinjaFormat } from "./jinja-format.ts";
import { familyFormat, shown } from "./testing/format-of.ts";

const reply = (content: string): Turn => ({ role: "assistant", content, tool_calls: [] });

const CHAT: Conversation = {
  ...withTurns(userTurn(" Hi\n"), reply("Hello."), userTurn("Bye")),
  system: "Be short.",
};

const render = (family: string, conversation: Conversation) =>
  shown(familyFormat(family).render(conversation));

/** A template of these texts, for a model without tokens. */
function formatOfSource(source: string) {
  return createJinjaFormat(source, { model: "m", bosToken: "", eosToken: "", beginToken: undefined });
}

/** Writes each message as `role:content;`. */
const PLAIN = "{% for message in messages %}{{ message.role }}:{{ message.content }};{% endfor %}";

describe("the prompt", () => {
  it.each([
    [
      "ChatML",
      "<|im_start|>system\n«Be short.»<|im_end|>\n<|im_start|>user\n «Hi»\n<|im_end|>\n" +
        "<|im_start|>assistant\n«Hello.»<|im_end|>\n<|im_start|>user\n«Bye»<|im_end|>\n<|im_start|>assistant\n",
    ],
    [
      "Gemma 2",
      "<start_of_turn>user\n«Be short.»\n\n« Hi»<end_of_turn>\n<start_of_turn>model\n«Hello.»<end_of_turn>\n" +
        "<start_of_turn>user\n«Bye»<end_of_turn>\n<start_of_turn>model\n",
    ],
    [
      "Gemma 3",
      "<start_of_turn>user\n«Be short.»\n\n«Hi»<end_of_turn>\n<start_of_turn>model\n«Hello.»<end_of_turn>\n" +
        "<start_of_turn>user\n«Bye»<end_of_turn>\n<start_of_turn>model\n",
    ],
    ["Mistral", "[INST]  «Hi»\n[/INST] «Hello.»</s>[INST] «Be short.»\n\n«Bye»[/INST]"],
    [
      "Llama 2",
      "[INST] <<SYS>>\n«Be short.»\n<</SYS>>\n\n «Hi» [/INST] «Hello.» </s><s>[INST] «Bye» [/INST]",
    ],
    [
      "Qwen 3",
      "<|im_start|>system\n«Be short.»<|im_end|>\n<|im_start|>user\n «Hi»\n<|im_end|>\n" +
        "<|im_start|>assistant\n«Hello.»<|im_end|>\n<|im_start|>user\n«Bye»<|im_end|>\n" +
        "<|im_start|>assistant\n<think>\n\n</think>\n\n",
    ],
  ])("of %s is the template's, without the token that the engine puts before it", (family, expected) => {
    expect(render(family, CHAT)).toBe(expected);
  });

  it("has the begin token of a template whose engine adds none", () => {
    expect(shown(familyFormat("Gemma 3", { begins: false }).render(CHAT))).toMatch(/^<bos><start_of_turn>/);
  });

  it("has the date of today", () => {
    const month = new Intl.DateTimeFormat("en-US", { month: "short" }).format(new Date());
    expect(render("Llama 3", CHAT)).toMatch(
      new RegExp(`^<\\|start_header.*\n\nToday Date: \\d\\d ${month} 20\\d\\d`),
    );
  });

  it("has tools, calls and results as texts of ours, results in the user's role", () => {
    const call = { id: "1", type: "function", function: { name: "f", arguments: '{"a":1}' } } as const;
    const turns: Turn[] = [
      userTurn("Go"),
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", content: "ok", tool_call_id: "1" },
    ];
    const conversation = { ...withTurns(...turns), tools: [{ name: "f", parameters: {} }] };
    const prompt = render("Qwen 2.5", conversation);
    expect(prompt).toContain("<tools>\n«{");
    expect(prompt).toContain(
      '<|im_start|>assistant\n<tool_call>\n{"name": «"f"», "arguments": «{"a":1}»}\n</tool_call><|im_end|>\n' +
        "<|im_start|>user\n<tool_response>\n«ok»\n</tool_response><|im_end|>\n<|im_start|>assistant\n",
    );
    // Joined with the user's next turn, where roles have to alternate.
    expect(render("Gemma 2", { ...conversation, turns: [...turns, userTurn("And?")] })).toContain(
      "\n<tool_response>\n«ok»\n</tool_response>\n\n«And?»<end_of_turn>\n<start_of_turn>model\n",
    );
  });

  it("keeps images between the texts of their turn", () => {
    const image = { type: "image", url: "data:,x", field: "messages" } as const;
    const turn: Turn = {
      role: "user",
      content: [{ type: "text", text: "A " }, image, { type: "text", text: " B" }],
    };
    expect(render("ChatML", withTurns(turn))).toContain("user\n«A »«image data:,x»« B»<|im_end|>");
  });

  it("leaves a template to see that a text is empty", () => {
    const source = "{% for m in messages %}{{ m.content if m.content else '(nothing)' }};{% endfor %}";
    const prompt = shown(formatOfSource(source).render(withTurns(userTurn(""), reply(" "), userTurn("x"))));
    expect(prompt).toBe("(nothing); ;«x»;");
  });
});

describe("a template", () => {
  it("that takes lists of parts only gets them", () => {
    const source =
      "{% for m in messages %}{% for part in m.content %}{{ part.text }}{% endfor %};{% endfor %}";
    expect(shown(formatOfSource(source).render(CHAT))).toBe("«Be short.»; «Hi»\n;«Hello.»;«Bye»;");
  });

  it("that drops system messages gets them in the first user turn", () => {
    const source = PLAIN.replace("in messages", "in messages if message.role != 'system'");
    expect(shown(formatOfSource(source).render(CHAT))).toMatch(/^user:«Be short\.»\n\n« Hi»/);
    expect(shown(formatOfSource(source).render({ ...CHAT, turns: [reply("I begin.")] }))).toBe(
      "user:«Be short.»;assistant:«I begin.»;",
    );
  });

  it("that repeats a text repeats it as the client's", () => {
    const source = PLAIN.replace(
      "{{ message.content }}",
      "{{ message.content }}{{ message.content | upper }}",
    );
    expect(shown(formatOfSource(source).render(withTurns(userTurn("<|x|>"))))).toBe("user:«<|x|>»«<|x|>»;");
  });

  it.each([
    ["drops a text", "{% if message.role == 'assistant' %}...{% else %}{{ message.content }}{% endif %}"],
    ["cuts a text", "{{ message.content[:5] if message.role == 'assistant' else message.content }}"],
  ])("that %s refuses the conversation in which it does", (_, content) => {
    const format = formatOfSource(PLAIN.replace("{{ message.content }}", content));
    expect(shown(format.render(withTurns(userTurn("Hi"))))).toBe("user:«Hi»;");
    expect(() => format.render(CHAT)).toThrow(EngineError);
    expect(() => format.render(CHAT)).toThrow(
      /^The model 'm' cannot take this conversation: its chat template (?:leaves out|changes) texts of the conversation\.$/,
    );
  });

  it("that refuses the conversation is named in the error, with its own reason", () => {
    const conversation = withTurns(reply("I begin."), userTurn("Hi"));
    expect(() => familyFormat("Mistral").render(conversation)).toThrow(
      expect.objectContaining({
        code: "invalid",
        param: "messages",
        message: `The model 'm' cannot take this conversation: its chat template says: "Roles must alternate".`,
      }),
    );
  });

  it("that quotes a text in its reason quotes no placeholder", () => {
    const format = formatOfSource(
      PLAIN + "{% if messages | length == 3 %}{{ raise_exception('not ' ~ messages[0].content) }}{% endif %}",
    );
    expect(() => format.render(withTurns(userTurn("a"), reply("b"), userTurn("c")))).toThrow(
      'says: "not …".',
    );
  });

  it.each([
    ["cannot be parsed", "{% for m in messages %}", /cannot be parsed/],
    [
      "uses what we do not know",
      "{{ messages | frobnicate }}",
      /fails: Unknown ArrayValue filter: frobnicate/,
    ],
    ["refuses everything", "{{ raise_exception('never') }}", /says: "never"/],
    ["writes no message", "Hello.", /leaves out texts/],
    ["cuts every message", "{{ messages[0].content[1:] }}", /changes texts/],
    ["has characters of placeholders", "\uE000{{ messages[0].content }}", /changes texts/],
    ["is too long", "x".repeat(100_001), /more than 100000 characters/],
    ["has too much white space", `{{ ${" ".repeat(1000)} }}`, /white space/],
  ])("that %s is refused at once", (_, source, message) => {
    expect(() => formatOfSource(source)).toThrow(message);
  });
});
