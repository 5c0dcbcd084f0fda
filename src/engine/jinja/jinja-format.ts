/** The format of prompts that a chat template in Jinja describes. */
import { EngineError } from "../../contract/engine-error.ts";
import type { ConversationFormat } from "../prompt/conversation-format.ts";
import { client, type Segment } from "../prompt/segment.ts";
import { type ChatTemplate, parseChatTemplate } from "./chat-template.ts";
import { type Message, type MessageRules, toMessages } from "./messages.ts";
import { createPlaceholders, hidePlaceholders } from "./placeholders.ts";
import { TemplateError } from "./template-error.ts";

export interface JinjaFormatOptions {
  /** Id of the model, for messages. */
  readonly model: string;
  /** Names of tokens, which templates write; "" if the model has none. */
  readonly bosToken: string;
  readonly eosToken: string;
  /** The token that the engine puts before every prompt: a template's own at the start is left out. */
  readonly beginToken: string | undefined;
}

/** The form of a message's content: some templates take a list of parts only, as images need it. */
type ContentForm = "text" | "parts";
const CONTENT_FORMS: readonly ContentForm[] = ["text", "parts"];

type Render = (messages: readonly Message[], form: ContentForm) => readonly Segment[];

/**
 * @param source the text of `tokenizer.chat_template`
 * @throws {TemplateError} if the template cannot be parsed, or writes not even a single user's message
 */
export function createJinjaFormat(source: string, options: JinjaFormatOptions): ConversationFormat {
  const template = parseChatTemplate(source);
  const render: Render = (messages, form) => renderMessages(template, messages, form, options);
  const form = findContentForm(render);
  const accepts = (...messages: Message[]) => refusalOf(() => render(messages, form)) === undefined;
  const takesSystem = accepts(SYSTEM, USER);
  const rules: MessageRules = {
    takesSystem,
    takesAdjacent: accepts(USER, USER, ASSISTANT, ASSISTANT, USER),
  };
  const texts = templateTexts(
    (messages) => render(messages, form),
    [...(takesSystem ? [SYSTEM] : []), USER, ASSISTANT, USER],
  );

  return {
    render(conversation) {
      try {
        return render(toMessages(conversation, rules), form);
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        const fault = hidePlaceholders(error.fault);
        const message = `The model '${options.model}' cannot take this conversation: its chat template ${fault}.`;
        throw new EngineError("invalid", message, "messages", { cause: error });
      }
    },
    texts,
    separators: texts.slice(1).map(separatorOf),
    // The tokens that end a reply are the file's own.
    stopTexts: [],
    stopTokenIds: [],
  };
}

const content = [client("text")];
const SYSTEM: Message = { role: "system", content };
const USER: Message = { role: "user", content };
const ASSISTANT: Message = { role: "assistant", content };

/** @throws {TemplateError} the template's reason against the first form, where it takes none */
function findContentForm(render: Render): ContentForm {
  const refusals = CONTENT_FORMS.map((form) => refusalOf(() => render([USER], form)));
  const form = CONTENT_FORMS[refusals.indexOf(undefined)];
  if (form !== undefined) return form;
  throw refusals[0];
}

function refusalOf(run: () => unknown): TemplateError | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}

/** The template's own texts around contents; those around one message where it takes no conversation of several. */
function templateTexts(
  render: (messages: readonly Message[]) => readonly Segment[],
  conversation: readonly Message[],
): string[] {
  const segments = refusalOf(() => render(conversation)) ? render([USER]) : render(conversation);
  return segments.flatMap((segment) => (segment.kind === "control" ? segment.text : []));
}

/** The end of a turn, at the start of a text: white space, nothing before a word, or else the text, such as a token. */
function separatorOf(text: string): string {
  return /^(?:\s+|(?=\p{L}))/u.exec(text)?.[0] ?? text;
}

function renderMessages(
  template: ChatTemplate,
  messages: readonly Message[],
  form: ContentForm,
  { bosToken, eosToken, beginToken = "" }: JinjaFormatOptions,
): readonly Segment[] {
  const placeholders = createPlaceholders();
  const rendered = template.render({
    messages: messages.map(({ role, content: segments }) => {
      const text = placeholders.put(segments);
      return { role, content: form === "text" ? text : [{ type: "text", text }] };
    }),
    add_generation_prompt: true,
    bos_token: bosToken,
    eos_token: eosToken,
    tools: null,
    // Names by which templates of several families leave out a model's reasoning.
    enable_thinking: false,
    thinking: false,
  });
  return placeholders.split(rendered.startsWith(beginToken) ? rendered.slice(beginToken.length) : rendered);
}
