/**
 * The chat templates of web-llm's prebuilt list, for tests. Source: `python/mlc_llm/conversation_template/` of
 * https://github.com/mlc-ai/mlc-llm at 79d603f, under the names registered there. `gemma4_instruction` is missing there
 * and follows Gemma 4's own format, https://ai.google.dev/gemma/docs. Default system texts are left out.
 */
import { CHATML_TEMPLATES } from "./templates/chatml.ts";
import { GEMMA_TEMPLATES } from "./templates/gemma.ts";
import { LLAMA_TEMPLATES } from "./templates/llama.ts";
import { MISTRAL_TEMPLATES } from "./templates/mistral.ts";
import { PLAIN_ROLE_TEMPLATES } from "./templates/plain-roles.ts";
import type { PrebuiltTemplate } from "./templates/prebuilt-template.ts";
import { ROLE_TAG_TEMPLATES } from "./templates/role-tags.ts";

export const PREBUILT_TEMPLATES: readonly PrebuiltTemplate[] = [
  ...CHATML_TEMPLATES,
  ...LLAMA_TEMPLATES,
  ...MISTRAL_TEMPLATES,
  ...GEMMA_TEMPLATES,
  ...ROLE_TAG_TEMPLATES,
  ...PLAIN_ROLE_TEMPLATES,
];
