import { expect, it } from "vitest";
import { testModel } from "../models/testing/test-models.ts";
import type { ModelRow } from "../store/model-rows.ts";
import { createFindModel } from "./find-model.ts";

it("finds embedded and installed models, and no unfinished install", async () => {
  const installed = testModel("installed");
  const rows: Record<string, ModelRow> = {
    installed: { id: "installed", status: "installed", model: installed },
    paused: { id: "paused", status: "paused", message: "", loadedBytes: 1, totalBytes: 2, files: [] },
  };
  const embedded = testModel("embedded");
  const findModel = createFindModel([embedded], { modelRow: (id) => Promise.resolve(rows[id]) });
  const found = await Promise.all(["embedded", "installed", "paused", "unknown"].map(findModel));
  expect(found).toEqual([embedded, installed, undefined, undefined]);
});
