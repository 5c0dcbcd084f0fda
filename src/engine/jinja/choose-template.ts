/** Chat templates for models whose files have none, but whose vocabularies have the control tokens of one. */

export interface ChosenTemplate {
  /** For a person. */
  readonly name: string;
  /** In Jinja. */
  readonly source: string;
}

interface TemplateOfTokens extends ChosenTemplate {
  /** Control tokens that all have to be in the vocabulary. */
  readonly tokens: readonly string[];
}

/** The first one whose tokens are there applies. Jinja drops a line break at the end of a template. */
const TEMPLATES: readonly TemplateOfTokens[] = [
  {
    name: "ChatML",
    tokens: ["<|im_start|>", "<|im_end|>"],
    source: `{% for message in messages %}<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endfor %}<|im_start|>{{ "assistant\\n" }}`,
  },
  {
    name: "Llama 3",
    tokens: ["<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"],
    source: `{% for message in messages %}<|start_header_id|>{{ message.role }}<|end_header_id|>

{{ message.content | trim }}<|eot_id|>{% endfor %}<|start_header_id|>assistant<|end_header_id|>{{ "\\n\\n" }}`,
  },
  {
    name: "Gemma",
    tokens: ["<start_of_turn>", "<end_of_turn>"],
    source: `{% for message in messages %}{% if message.role == "system" %}{{ raise_exception("no system role") }}{% endif %}
<start_of_turn>{{ "model" if message.role == "assistant" else "user" }}
{{ message.content | trim }}<end_of_turn>
{% endfor %}<start_of_turn>{{ "model\\n" }}`,
  },
  {
    name: "Gemma 4",
    tokens: ["<|turn>", "<turn|>"],
    source: `{% for message in messages %}<|turn>{{ "model" if message.role == "assistant" else message.role }}
{{ message.content | trim }}<turn|>
{% endfor %}<|turn>{{ "model\\n" }}`,
  },
  {
    name: "Phi-3",
    tokens: ["<|system|>", "<|user|>", "<|assistant|>", "<|end|>"],
    source: `{% for message in messages %}<|{{ message.role }}|>
{{ message.content }}<|end|>
{% endfor %}<|assistant|>{{ "\\n" }}`,
  },
  {
    name: "Mistral",
    tokens: ["[INST]", "[/INST]"],
    source: `{% for message in messages %}{% if message.role == "user" %}[INST] {{ message.content }}[/INST]
{%- elif message.role == "assistant" %} {{ message.content }}{{ eos_token }}
{%- else %}{{ raise_exception("no system role") }}{% endif %}{% endfor %}`,
  },
];

/** @param tokens names of the control tokens in a vocabulary */
export function chooseTemplate(tokens: Iterable<string>): ChosenTemplate | undefined {
  const present = new Set(tokens);
  return TEMPLATES.find((template) => template.tokens.every((name) => present.has(name)));
}
