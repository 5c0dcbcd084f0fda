/** Chat templates that mark turns by plain text, for tests; written anew, as `templates.ts` says. */
import type { FamilyTemplate } from "./family-template.ts";

const sentencePiece = { tokens: ["<s>", "</s>"], bosToken: "<s>", eosToken: "</s>", begins: true };

/** `[INST]` is no token of its models. */
const llama2: FamilyTemplate = {
  ...sentencePiece,
  name: "Llama 2",
  source: `{% if messages[0]['role'] == 'system' %}{% set loop_messages = messages[1:] %}{% set system_message = messages[0]['content'] %}
{%- else %}{% set loop_messages = messages %}{% set system_message = false %}{% endif %}
{%- for message in loop_messages %}
{%- if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Roles must alternate') }}{% endif %}
{%- if loop.index0 == 0 and system_message != false %}
{%- set content = '<<SYS>>\\n' + system_message + '\\n<</SYS>>\\n\\n' + message['content'] %}
{%- else %}{% set content = message['content'] %}{% endif %}
{%- if message['role'] == 'user' %}{{ bos_token + '[INST] ' + content.strip() + ' [/INST]' }}
{%- else %}{{ ' ' + content.strip() + ' ' + eos_token }}{% endif %}{% endfor %}`,
};

/** `<|user|>` is no token of its models. */
const zephyr: FamilyTemplate = {
  ...sentencePiece,
  name: "Zephyr",
  source: `{% for message in messages %}
{% if message['role'] == 'user' %}
{{ '<|user|>\\n' + message['content'] + eos_token }}
{% elif message['role'] == 'system' %}
{{ '<|system|>\\n' + message['content'] + eos_token }}
{% elif message['role'] == 'assistant' %}
{{ '<|assistant|>\\n'  + message['content'] + eos_token }}
{% endif %}
{% if loop.last and add_generation_prompt %}
{{ '<|assistant|>' }}
{% endif %}
{% endfor %}`,
};

const vicuna: FamilyTemplate = {
  ...sentencePiece,
  name: "Vicuna",
  source:
    "{% if messages[0].role == 'system' %}{{ messages[0].content + ' ' }}{% set messages = messages[1:] %}{% endif %}" +
    "{% for message in messages %}{% if message.role == 'user' %}{{ 'USER: ' + message.content + ' ' }}" +
    "{% else %}{{ 'ASSISTANT: ' + message.content + eos_token }}{% endif %}{% endfor %}{{ 'ASSISTANT:' }}",
};

export const PLAIN_MARKER_TEMPLATES: readonly FamilyTemplate[] = [llama2, zephyr, vicuna];
