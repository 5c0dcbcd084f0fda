/** Held by the type check: what we send is what the `openai` SDK declares. */
import type OpenAI from "openai";
import { describe, expectTypeOf, it } from "vitest";
import type { ChatCompletionChunk } from "./chunk.ts";
import type { ChatCompletion } from "./completion.ts";
import type { ErrorBody } from "./error.ts";
import type { ModelObject } from "./models.ts";

describe("our types", () => {
  it("are assignable to the SDK's", () => {
    expectTypeOf<ChatCompletion>().toExtend<OpenAI.ChatCompletion>();
    expectTypeOf<ChatCompletionChunk>().toExtend<OpenAI.ChatCompletionChunk>();
    expectTypeOf<ModelObject>().toExtend<OpenAI.Model>();
    expectTypeOf<ErrorBody["error"]>().toExtend<
      Pick<OpenAI.ErrorObject, "code" | "message" | "param" | "type">
    >();
  });
});
