import { expect, it } from "vitest";
import { openGguf } from "../../../tools/gguf/reader.ts";
import { findControlTokens } from "../../gguf/control-tokens.ts";
import type { Gguf } from "../../gguf/gguf.ts";
import { summarizeGguf } from "../../gguf/summary.ts";
import { beginTokenId } from "../../gguf/tokenizer-json.ts";
import { renderConversation } from "../prompt/render-conversation.ts";
import { knownTemplate } from "./known-templates.ts";
import { userTurn, withTurns } from "../prompt/testing/conversations.ts";

async function openEmbedded() {
  const gguf = await openGguf("public/models/smollm2-135m-instruct/SmolLM2-135M-Instruct.Q4_1.gguf");
  await gguf.close();
  return gguf;
}

const templateOf = (gguf: Gguf) => summarizeGguf(gguf).chatTemplate ?? "";

it("knows the template of the embedded model", async () => {
  const gguf = await openEmbedded();
  const known = await knownTemplate(templateOf(gguf), {
    beginId: beginTokenId(gguf.metadata),
    endIds: findControlTokens(gguf.metadata).endIds,
  });
  if (!known) throw new Error("unknown");
  const { template, sampling } = known;
  expect(sampling).toEqual({ temperature: 0.2, top_p: 0.9 });
  expect(template).toMatchObject({ system_prefix_token_ids: null, stop_token_ids: [2, 0, 4] });
  const segments = renderConversation(template, { ...withTurns(userTurn("Hi")), system: "Be short." });
  expect(segments.map((segment) => (segment.kind === "image" ? "" : segment.text)).join("")).toBe(
    "<|im_start|>system\nBe short.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n",
  );
});

it("begins with the token that the file puts before every prompt", async () => {
  const jinja = templateOf(await openEmbedded());
  const known = await knownTemplate(jinja, { beginId: 7, endIds: [] });
  expect(known?.template.system_prefix_token_ids).toEqual([7]);
});

it("knows no other", async () => {
  expect(await knownTemplate("{{ messages }}", { beginId: 1, endIds: [2] })).toBeUndefined();
});
