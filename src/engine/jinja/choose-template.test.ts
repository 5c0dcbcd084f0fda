import { describe, expect, it } from "vitest";
import { userTurn, withTurns } from "../prompt/testing/conversations.ts";
import { chooseTemplate } from "./choose-template.ts";
import { createJinjaFormat } from "./jinja-format.ts";
import { shown } from "./testing/format-of.ts";

describe("without a template of its own, a model gets the one of its control tokens", () => {
  it.each([
    [
      "ChatML",
      ["<|im_start|>", "<|im_end|>"],
      "<|im_start|>system\n«Be brief.»<|im_end|>\n<|im_start|>user\n«Hi»<|im_end|>\n<|im_start|>assistant\n",
    ],
    [
      "Llama 3",
      ["<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"],
      "<|start_header_id|>system<|end_header_id|>\n\n«Be brief.»<|eot_id|>" +
        "<|start_header_id|>user<|end_header_id|>\n\n«Hi»<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
    ],
    [
      "Gemma",
      ["<start_of_turn>", "<end_of_turn>"],
      "<start_of_turn>user\n«Be brief.»\n\n«Hi»<end_of_turn>\n<start_of_turn>model\n",
    ],
    [
      "Gemma 4",
      ["<|turn>", "<turn|>"],
      "<|turn>system\n«Be brief.»<turn|>\n<|turn>user\n«Hi»<turn|>\n<|turn>model\n",
    ],
    [
      "Phi-3",
      ["<|system|>", "<|user|>", "<|assistant|>", "<|end|>"],
      "<|system|>\n«Be brief.»<|end|>\n<|user|>\n«Hi»<|end|>\n<|assistant|>\n",
    ],
    ["Mistral", ["[INST]", "[/INST]"], "[INST] «Be brief.»\n\n«Hi»[/INST]"],
  ])("%s", (name, tokens, expected) => {
    const chosen = chooseTemplate(["<pad>", ...tokens]);
    expect(chosen?.name).toBe(name);
    const format = createJinjaFormat(chosen?.source ?? "", {
      model: "m",
      bosToken: "",
      eosToken: "</s>",
      beginToken: undefined,
    });
    expect(shown(format.render({ ...withTurns(userTurn("Hi")), system: "Be brief." }))).toBe(expected);
  });

  it("and none where a part of them is missing", () => {
    expect(chooseTemplate(["<s>", "</s>", "<|user|>", "<|assistant|>", "<|im_start|>"])).toBeUndefined();
  });
});
