/** Renders a conversation into a prompt, up to the point where the assistant's reply begins. */
import type { Conversation, Turn } from "../../openai/conversation.ts";
import { client, control, type Segment } from "./segment.ts";
import type { ConversationTemplate } from "./template.ts";
import { renderToolCall, renderTools, renderToolResult } from "./tool-text.ts";

type Role = Turn["role"];

/** Follows MLC's rules for templates. Images stay where the client put them in a turn's text. */
export function renderConversation(
  template: ConversationTemplate,
  conversation: Conversation,
): readonly Segment[] {
  const tools = conversation.tool_choice.type === "none" ? [] : conversation.tools;

  const system =
    conversation.system === "" && tools.length === 0
      ? []
      : fill(template.system_template, "{system_message}", [
          client(conversation.system),
          ...(tools.length > 0 ? renderTools(tools) : []),
        ]);
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

/** True if the prompt has the tags of tools, tool calls or tool results. */
export function hasTools({ tools, tool_choice, turns }: Conversation): boolean {
  return (tool_choice.type !== "none" && tools.length > 0) || turns.some(usesTools);
}

function usesTools(turn: Turn): boolean {
  return turn.role === "tool" || (turn.role === "assistant" && turn.tool_calls.length > 0);
}

function renderTurn(turn: Turn): readonly Segment[] {
  switch (turn.role) {
    case "user":
      return turn.content.map((part) =>
        part.type === "text" ? client(part.text) : { kind: "image", image: part },
      );
    case "tool":
      return renderToolResult(turn.content);
    case "assistant":
      return [
        client(turn.content),
        ...turn.tool_calls.flatMap((call, index) => [
          control(turn.content === "" && index === 0 ? "" : "\n"),
          ...renderToolCall(call),
        ]),
      ];
  }
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
