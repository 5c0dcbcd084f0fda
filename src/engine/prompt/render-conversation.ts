/** Renders a conversation into a prompt, up to the point where the assistant's reply begins. */
import type { Conversation, Turn } from "../../openai/conversation.ts";
import { renderSystem, renderTurn } from "./contents.ts";
import { control, type Segment } from "./segment.ts";
import type { ConversationTemplate } from "./template.ts";

type Role = Turn["role"];

/** Follows MLC's rules for templates. Images stay where the client put them in a turn's text. */
export function renderConversation(
  template: ConversationTemplate,
  conversation: Conversation,
): readonly Segment[] {
  const systemContent = renderSystem(conversation);
  const system =
    systemContent.length === 0 ? [] : fill(template.system_template, "{system_message}", systemContent);
  const roleIsInSystem = system.length > 0 && template.add_role_after_system_message === false;
  const turns = conversation.turns.flatMap((turn, index) => [
    ...(index === 0 && roleIsInSystem
      ? []
      : [control(roleText(template, turn.role) + template.role_content_sep)]),
    ...fill(
      template.role_templates?.[turn.role] ?? `{${turn.role}_message}`,
      `{${turn.role}_message}`,
      renderTurn(turn),
    ),
    control(separator(template, turn.role)),
  ]);
  const reply = control(template.roles.assistant + template.role_empty_sep);
  return [...system, ...turns, reply].filter((segment) => segment.kind === "image" || segment.text !== "");
}

/** A template without a tool role gives tool results in the user's role, as Hermes models expect. */
function roleText({ roles }: ConversationTemplate, role: Role): string {
  return roles[role] ?? roles.user;
}

function separator({ seps: [first = "", second = first] }: ConversationTemplate, role: Role): string {
  return role === "assistant" ? second : first;
}

/** `template` with `content` in place of its placeholder. */
function fill(template: string, placeholder: string, content: readonly Segment[]): readonly Segment[] {
  const [before = "", after = ""] = template.replace("{function_string}", "").split(placeholder);
  return [control(before), ...content, control(after)];
}
