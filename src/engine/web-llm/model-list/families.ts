/**
 * Maker and licence of the models in web-llm's list, as their makers' model cards state them. The first pattern that
 * matches decides; `null` where the licence is not certain.
 */
interface Family {
  readonly ownedBy: string;
  readonly license: string | null;
}

const FAMILIES: readonly (readonly [pattern: RegExp, ownedBy: string, license: string | null])[] = [
  [/^Hermes-3-Llama-3\.2/, "NousResearch", "Llama 3.2 Community License"],
  [/^Hermes-3-Llama-3\.1/, "NousResearch", "Llama 3.1 Community License"],
  [/^Hermes-2-Pro-Mistral/, "NousResearch", "Apache-2.0"],
  [/^Hermes-2/, "NousResearch", null],
  // Derived from Llama 3.1, whose licence applies too; the card names both.
  [/^DeepSeek-R1-Distill-Llama/, "deepseek-ai", null],
  [/^DeepSeek-R1-Distill/, "deepseek-ai", "MIT"],
  [/^Llama-3\.2/, "meta-llama", "Llama 3.2 Community License"],
  [/^Llama-3\.1/, "meta-llama", "Llama 3.1 Community License"],
  [/^Llama-3-/, "meta-llama", "Meta Llama 3 Community License"],
  [/^Llama-2/, "meta-llama", "Llama 2 Community License"],
  [/^phi-|^Phi-/, "microsoft", "MIT"],
  [/^Mistral-7B|^Ministral/, "mistralai", "Apache-2.0"],
  [/^OpenHermes-2\.5/, "teknium", "Apache-2.0"],
  [/^NeuralHermes-2\.5/, "mlabonne", "Apache-2.0"],
  [/^WizardMath/, "WizardLMTeam", null],
  [/^SmolLM2/, "HuggingFaceTB", "Apache-2.0"],
  [/^gemma-?[23]?-/, "google", "Gemma Terms of Use"],
  [/^gemma/, "google", null],
  [/^OLMo-2/, "allenai", "Apache-2.0"],
  [/^Qwen2\.5-(Coder-)?3B/, "Qwen", "Qwen Research License"],
  [/^Qwen(2|2\.5|3)-/, "Qwen", "Apache-2.0"],
  [/^Qwen/, "Qwen", null],
  [/^stablelm-2/, "stabilityai", null],
  [/^RedPajama-INCITE/, "togethercomputer", "Apache-2.0"],
  [/^TinyLlama/, "TinyLlama", "Apache-2.0"],
];

/** @param publisher the owner of the files, for a model of no known family */
export function familyOf(id: string, publisher: string): Family {
  const found = FAMILIES.find(([pattern]) => pattern.test(id));
  return found === undefined
    ? { ownedBy: publisher, license: null }
    : { ownedBy: found[1], license: found[2] };
}
