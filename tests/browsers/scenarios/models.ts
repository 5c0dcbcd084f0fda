import assert from "node:assert/strict";
import { openConnectedPage } from "../connected.ts";
import type { Scenario } from "../scenario.ts";

export const models: Scenario = {
  name: "models",
  description: "GET /v1/models and /v1/models/{id}",
  async run(context) {
    const page = await openConnectedPage(context);
    const { ids, one, code } = await page.evaluate(async () => ({
      ids: (await client.models.list()).data.map(({ id }) => id),
      one: await client.models.retrieve("fixture-chat"),
      code: await client.models.retrieve("none").then(
        () => "found",
        (error: { code: string }) => error.code,
      ),
    }));
    assert.ok(ids.includes("fixture-chat") && ids.includes("smollm2-135m-instruct"), ids.join(", "));
    assert.deepEqual([one.id, one.object], ["fixture-chat", "model"]);
    assert.equal(code, "model_not_found");
  },
};
