/**
 * The kinds of models that llama.cpp b11364 runs, which wllama 3.8.1 contains: the names in `LLM_ARCH_NAMES` of its
 * `src/llama-arch.cpp`, each of which was found in `wllama.wasm`.
 */

/** Kinds that write text, one token after the other. */
const TEXT = new Set(
  `afmoe apertus arcee arctic arwkv7 baichuan bailingmoe bailingmoe2 bailingmoe3 bitnet bloom chameleon chatglm codeshell
  cogvlm cohere2 cohere2moe command-r dbrx deci deepseek deepseek2 deepseek2-ocr deepseek32 deepseek4 dots1 ernie4_5
  ernie4_5-moe exaone exaone-moe exaone4 falcon falcon-h1 gemma gemma2 gemma3 gemma3n gemma4 glm-dsa glm4 glm4moe
  glm5-next gpt-oss gpt2 gptneox granite granitehybrid granitemoe grok grovemoe hunyuan-dense hunyuan-moe hunyuan_vl hy_v3
  hy_v4 internlm2 jais jais2 jamba kimi-k3 kimi-linear laguna lfm2 lfm2moe llama llama4 maincoder mamba mamba2 maple
  mellum mimo2 minicpm minicpm3 minimax-01 minimax-m2 minimax-m3 mistral3 mistral4 mpt nanbeige nemotron nemotron_h
  nemotron_h_moe olmo olmo2 olmoe openelm orion paddleocr pangu-embedded phi2 phi3 phimoe plamo plamo2 plamo3 plm qwen
  qwen2 qwen2moe qwen2vl qwen3 qwen35 qwen35moe qwen3moe qwen3next qwen3vl qwen3vlmoe qwen4exp refact rwkv6 rwkv6qwen2
  rwkv7 seed_oss smallthinker smollm3 spark2_5 stablelm starcoder starcoder2 step35 talkie xverse`.split(
    /\s+/,
  ),
);

/** Kinds that do something else: what, for a person. */
const OTHER = new Map([
  ...names(
    "a model that turns texts into vectors (embeddings)",
    "bert eurobert gemma-embedding jina-bert-v2 jina-bert-v3 llama-embed modern-bert neo-bert nomic-bert nomic-bert-moe",
  ),
  ...names("a projector, the part of another model that reads images or sound", "clip"),
  ...names("a draft for another model, which cannot answer alone", "dflash eagle3 gemma4-assistant"),
  ...names("a model that writes a text in any order (diffusion)", "dream llada llada-moe rnd1"),
  ...names("a model for speech", "pockettts qwen3tts wavtokenizer-dec"),
  ...names("a model that translates one text into another (encoder and decoder)", "t5 t5encoder"),
]);

function names(purpose: string, architectures: string): [string, string][] {
  return architectures.split(" ").map((architecture) => [architecture, purpose]);
}

/** The reason why models of an architecture cannot answer here, as the end of a sentence; undefined where they can. */
export function architectureProblem(architecture: string): string | undefined {
  if (TEXT.has(architecture)) return undefined;
  const purpose = OTHER.get(architecture);
  if (purpose !== undefined) return `it is ${purpose}`;
  return `its architecture '${architecture}' is unknown to the engine (llama.cpp b11364)`;
}
